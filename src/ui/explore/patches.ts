import { NONE } from '../../mesh/topology.ts';
import type { FigurePlaces } from '../../render/explore/patch-figure.ts';
import { PatchLayer, type SurveyedBody } from '../../render/explore/patch-layer.ts';
import { type Direction, flyBeside } from '../../render/explore/side-view.ts';
import { viewRayOf } from '../../render/framing.ts';
import { EXPLORE, PATCH } from '../../render/overlay-palette.ts';
import type { Colour } from '../../render/palette.ts';
import type { View } from '../../render/view.ts';
import { explainPatch, type PatchExplanation, stillPatches } from '../../simulation/view/explain/explain-patch.ts';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import { smallestTested } from '../../simulation/view/explain/survey-patches.ts';
import { pickFace } from '../hand/pick.ts';
import type { Label } from './labels.ts';
import { surveyBodies } from './patch-survey.ts';
import { degrees, type PatchTotals, totalsOf } from './patch-words.ts';
import type { StillFrame } from './still-frame.ts';

/** Figures and explanation for the card. */
export interface PatchNews {
  readonly totals: PatchTotals;
  /** The explained patch; undefined while none was clicked. */
  readonly explained: PatchExplanation | undefined;
}

/** The skins of all bodies in patches that can't touch themselves, and one explained patch. Made when the person first asks for it. */
export class Patches {
  /** The explained patch; public for tests. */
  explained: PatchExplanation | undefined;
  labels: readonly Label[] = [];
  private readonly layer: PatchLayer;
  private readonly totals: PatchTotals;

  private constructor(
    private readonly view: View,
    private readonly bodies: readonly SurveyedBody[],
  ) {
    this.layer = new PatchLayer(bodies);
    this.totals = totalsOf(bodies.map(({ survey }) => survey));
  }

  /** @param progress, signal as of surveyBodies */
  static async open(
    frame: StillFrame,
    view: View,
    progress: (done: number) => void,
    signal: AbortSignal,
  ): Promise<Patches> {
    return new Patches(view, await surveyBodies(frame, progress, signal));
  }

  /** Everything that is drawn. */
  get group() {
    return this.layer.group;
  }

  get news(): PatchNews {
    return { totals: this.totals, explained: this.explained };
  }

  /** Explains the patch under a click; beside the bodies, none. @param x, y on the page [pixels] */
  click(x: number, y: number): void {
    const ray = viewRayOf(this.view, x, y);
    let nearest: { readonly body: number; readonly face: number; readonly distance: number } | undefined;
    for (const [body, { tree, positions }] of this.bodies.entries()) {
      const hit = pickFace(tree.faces, positions, ray);
      if (hit && hit.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { body, ...hit };
    }
    if (nearest) this.explain(nearest.body, nearest.face);
    else this.clear();
  }

  /** Explains the patch that holds a face; if none does, the smallest one around it that was tested. */
  explain(body: number, face: number): void {
    const { tree, survey, positions } = this.bodies[body];
    const patch = survey.patches[face];
    const node = patch === NONE ? smallestTested(tree, face) : survey.culled[patch];
    const explained = explainPatch(stillPatches(tree, positions), node);
    this.explained = explained;
    const places = this.layer.show(explained, body, node, face);
    this.labels = labelsOf(explained, places);
    flyBeside(this.view, explained, places, (...sight) => this.isFree(...sight));
  }

  clear(): void {
    this.explained = undefined;
    this.labels = [];
    this.layer.clear();
  }

  /** Whether no skin lies between a point and a place so far away [m] in a direction. */
  private isFree(point: Point, direction: Direction, distance: number): boolean {
    const ray = { origin: [point[0], point[1], point[2]] as const, direction };
    return this.bodies.every(({ tree, positions }) => {
      const hit = pickFace(tree.faces, positions, ray);
      return !hit || hit.distance > distance;
    });
  }

  dispose(): void {
    this.layer.dispose();
  }
}

const css = (colour: Colour): string => `#${colour.getHexString()}`;

function labelsOf({ verdict, angle, widest }: PatchExplanation, { top, corner, rim, centre }: FigurePlaces): Label[] {
  const labels: Label[] = [];
  const seen = (text: string, colour: Colour) => labels.push({ at: corner, awayFrom: top, text, colour: css(colour) });
  if (verdict === 'free') seen('no crossing', EXPLORE.path);
  if (verdict === 'crossing') seen('crosses itself', EXPLORE.invalid);
  if (verdict === 'wide')
    labels.push({ at: widest.at, awayFrom: centre, text: degrees(widest.angle), colour: css(EXPLORE.invalid) });
  if (rim && angle !== undefined)
    labels.push({ at: rim, awayFrom: centre, text: degrees(angle), colour: css(PATCH.normals) });
  return labels;
}
