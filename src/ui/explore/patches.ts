import { type Color, Group, Vector3 } from 'three/webgpu';
import { NONE } from '../../mesh/topology.ts';
import { type FigurePlaces, PatchFigure } from '../../render/explore/patch-figure.ts';
import { PatchSkin } from '../../render/explore/patch-skin.ts';
import { tintPatches } from '../../render/explore/patch-tints.ts';
import { viewRayOf } from '../../render/framing.ts';
import { EXPLORE, PATCH } from '../../render/overlay-palette.ts';
import { ScreenLines } from '../../render/screen/screen-lines.ts';
import type { View } from '../../render/view.ts';
import { sideEnd } from '../../simulation/self-collision/patch-tree.ts';
import { explainPatch, type PatchExplanation, stillPatches } from '../../simulation/view/explain/explain-patch.ts';
import { smallestTested } from '../../simulation/view/explain/survey-patches.ts';
import { pickFace } from '../hand/pick.ts';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import type { Label } from './labels.ts';
import { type SurveyedBody, surveyBodies } from './patch-survey.ts';
import { degrees, type PatchTotals, totalsOf } from './patch-words.ts';
import type { StillFrame } from './still-frame.ts';

/** Look of the lines between patches. */
const SEAM = { colour: EXPLORE.point, opacity: 0.4, width: 0.9 } as const;
/** Share of white in the colours of all other patches while one is explained. */
const PALE = 0.45;
/** Angle between the arrow and the view direction [rad]: so steep that the plane of projection stands beside the patch in the picture. */
const VIEW_ANGLE = 1;
/** The camera stays where it is if its angle to the arrow lies in between, and its distance is at most so many times too large or small. */
const ANGLES_KEPT = [0.7, 1.2] as const;
const DISTANCES_KEPT = 1.7;
/** Turns of that view around the arrow [rad], in the order in which they are tried until nothing lies in front of the figure. */
const TURNS = [0, 1, -1, 2, -2, 3].map((turn) => (turn * Math.PI) / 4);
/** If the view direction and the arrow differ by less than this [rad], the view turns to the right. */
const LEAST_ASIDE = 0.1;
/** Least rise of a direction to the camera, which stays above the ground. */
const LEAST_RISE = -0.3;
/** Distance of the camera from the figure's middle, in half sizes of the figure. */
const VIEW_DISTANCE = 6.2;

/** What the card and the labels tell. */
export interface PatchNews {
  readonly totals: PatchTotals;
  /** The explained patch, and its tint; undefined while none was clicked. */
  readonly explained: { readonly patch: PatchExplanation; readonly tint: Color } | undefined;
}

/** The skins of all bodies in patches that can't touch themselves, and one explained patch. Made when the person first asks for it. */
export class Patches {
  readonly group = new Group();
  /** The explained patch; public for tests. */
  explained: PatchExplanation | undefined;
  labels: readonly Label[] = [];
  private readonly figure = new PatchFigure();
  private readonly skins: readonly PatchSkin[];
  private readonly seams: ScreenLines;
  private readonly tints: readonly Uint8Array[];
  private readonly totals: PatchTotals;

  private constructor(
    private readonly view: View,
    private readonly bodies: readonly SurveyedBody[],
  ) {
    this.tints = bodies.map(({ tree, survey }) => tintPatches(tree, survey));
    this.skins = bodies.map(({ tree, positions }) => new PatchSkin(tree.faces, positions));
    const ends = bodies.flatMap(seamsOf);
    const count = ends.reduce((sum, { length }) => sum + length / 6, 0);
    this.seams = new ScreenLines(false, Math.max(1, count));
    this.seams.showSegments(joined(ends), count, SEAM);
    this.totals = totalsOf(bodies.map(({ survey }) => survey));
    this.group.add(...this.skins.map(({ mesh }) => mesh), this.seams.mesh, this.figure.group);
    this.paint(undefined, undefined);
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

  get news(): PatchNews {
    return { totals: this.totals, explained: this.explained && { patch: this.explained, tint: this.tint } };
  }

  private tint = PATCH.rest;

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
    this.tint = patch === NONE ? PATCH.rest : PATCH.tints[this.tints[body][patch]];
    const explained = explainPatch(stillPatches(tree, positions), node);
    this.explained = explained;
    const places = this.figure.show(explained, this.tint);
    this.labels = labelsOf(explained, places);
    this.paint(body, new Set(tree.order.subarray(tree.begins[node], tree.ends[node])));
    this.lookAt(explained, places);
  }

  clear(): void {
    this.explained = undefined;
    this.labels = [];
    this.figure.clear();
    this.paint(undefined, undefined);
  }

  /** Colours the skins. @param body, faces those that keep their full colours; undefined for all */
  private paint(body: number | undefined, faces: ReadonlySet<number> | undefined): void {
    const pale = (colour: Color) => colour.clone().lerp(EXPLORE.paper, PALE);
    const [tints, rest] = [PATCH.tints.map(pale), pale(PATCH.rest)];
    for (const [i, skin] of this.skins.entries()) {
      const { patches } = this.bodies[i].survey;
      skin.paint((face) => {
        const isFull = !faces || (i === body && faces.has(face));
        const patch = patches[face];
        if (patch === NONE) return isFull ? PATCH.rest : rest;
        return (isFull ? PATCH.tints : tints)[this.tints[i][patch]];
      });
    }
  }

  /** Flies to a view of the figure from the side, unless it is seen well already. */
  private lookAt({ axis }: PatchExplanation, { middle, extent }: FigurePlaces): void {
    const { camera, controls, travel } = this.view;
    const toCamera = camera.position.clone().sub(controls.target).normalize();
    const along = new Vector3(...axis);
    const angle = toCamera.angleTo(along);
    const wanted = (VIEW_DISTANCE * extent) / Math.min(1, camera.aspect);
    const present = camera.position.distanceTo(new Vector3(...middle));
    const isNear = present < DISTANCES_KEPT * wanted && present > wanted / DISTANCES_KEPT;
    const distance = isNear ? present : wanted;
    if (angle > ANGLES_KEPT[0] && angle < ANGLES_KEPT[1]) {
      travel.flyTo(middle, distance);
      return;
    }
    // Turns from the present direction in the plane through it and the arrow; looking along the arrow, to the right.
    const aside = toCamera.clone().addScaledVector(along, -toCamera.dot(along));
    if (aside.length() < LEAST_ASIDE) aside.set(1, 0, 0).applyQuaternion(camera.quaternion);
    aside.addScaledVector(along, -aside.dot(along)).normalize();
    const directions = TURNS.map((turn) =>
      along
        .clone()
        .multiplyScalar(Math.cos(VIEW_ANGLE))
        .addScaledVector(aside.clone().applyAxisAngle(along, turn), Math.sin(VIEW_ANGLE))
        .toArray(),
    );
    const best = directions.find((direction) => direction[1] > LEAST_RISE && this.isFree(middle, direction, distance));
    travel.flyTo(middle, distance, best ?? directions[0]);
  }

  /** Whether no skin lies between a point and a place so far away [m] in a direction. */
  private isFree(point: Point, direction: [number, number, number], distance: number): boolean {
    const ray = { origin: [point[0], point[1], point[2]] as const, direction };
    return this.bodies.every(({ tree, positions }) => {
      const hit = pickFace(tree.faces, positions, ray);
      return !hit || hit.distance > distance;
    });
  }

  dispose(): void {
    for (const skin of this.skins) skin.dispose();
    this.seams.mesh.geometry.dispose();
    this.figure.dispose();
    this.group.removeFromParent();
  }
}

/** Returns both ends of each side of the culled patches' outlines [m]. A side between two patches is drawn once. */
function seamsOf({ tree, survey, positions }: SurveyedBody): Float32Array[] {
  return Array.from(survey.culled, (node) => {
    const sides = tree.contours.subarray(tree.contourOffsets[node], tree.contourOffsets[node + 1]);
    const drawn = sides.filter((side) => {
      const twin = tree.twins[side];
      return twin === NONE || survey.patches[Math.floor(twin / 3)] === NONE || side < twin;
    });
    const ends = new Float32Array(6 * drawn.length);
    for (const [i, side] of drawn.entries())
      for (const [k, vertex] of [tree.faces[side], sideEnd(tree.faces, side)].entries())
        ends.set(positions.subarray(3 * vertex, 3 * vertex + 3), 6 * i + 3 * k);
    return ends;
  });
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const css = (colour: Color): string => `#${colour.getHexString()}`;

function labelsOf({ verdict, angle, widest }: PatchExplanation, { top, corner, rim, centre }: FigurePlaces): Label[] {
  const labels: Label[] = [];
  const seen = (text: string, colour: Color) => labels.push({ at: corner, awayFrom: top, text, colour: css(colour) });
  if (verdict === 'free') seen('no crossing', EXPLORE.path);
  if (verdict === 'crossing') seen('crosses itself', EXPLORE.invalid);
  if (verdict === 'wide')
    labels.push({ at: widest.at, awayFrom: centre, text: degrees(widest.angle), colour: css(EXPLORE.invalid) });
  if (rim && angle !== undefined)
    labels.push({ at: rim, awayFrom: centre, text: degrees(angle), colour: css(PATCH.normals) });
  return labels;
}
