import { type Color, Group } from 'three/webgpu';
import { NONE } from '../../mesh/topology.ts';
import { type PatchTree, sideEnd } from '../../simulation/self-collision/patch-tree.ts';
import type { PatchExplanation } from '../../simulation/view/explain/explain-patch.ts';
import type { PatchSurvey } from '../../simulation/view/explain/survey-patches.ts';
import { EXPLORE, PATCH } from '../overlay-palette.ts';
import { ScreenLines } from '../screen/screen-lines.ts';
import { type FigurePlaces, PatchFigure } from './patch-figure.ts';
import { PatchSkin } from './patch-skin.ts';
import { tintPatches } from './patch-tints.ts';

/** Look of the lines between patches. */
const SEAM = { colour: EXPLORE.point, opacity: 0.4, width: 0.9 } as const;
/** Share of white in the colours of all other patches while one is explained. */
const PALE = 0.45;

/** A body's skin, divided into patches at its present positions. */
export interface SurveyedBody {
  readonly tree: PatchTree;
  readonly survey: PatchSurvey;
  /** Positions of the body's vertices [m]. */
  readonly positions: Float32Array;
}

/** Draws the skins of all bodies with a tint per patch, and the figure of one explained patch. */
export class PatchLayer {
  readonly group = new Group();
  private readonly figure = new PatchFigure();
  private readonly skins: readonly PatchSkin[];
  private readonly seams: ScreenLines;
  private readonly tints: readonly Uint8Array[];

  constructor(private readonly bodies: readonly SurveyedBody[]) {
    this.tints = bodies.map(({ tree, survey }) => tintPatches(tree, survey));
    this.skins = bodies.map(({ tree, positions }) => new PatchSkin(tree.faces, positions));
    const ends = bodies.flatMap(seamsOf);
    const count = ends.reduce((sum, { length }) => sum + length / 6, 0);
    this.seams = new ScreenLines(false, Math.max(1, count));
    this.seams.showSegments(joined(ends), count, SEAM);
    this.group.add(...this.skins.map(({ mesh }) => mesh), this.seams.mesh, this.figure.group);
    this.paint(undefined, undefined);
  }

  /** Draws the figure of a patch, and all other patches paler. @param node of the body's tree    @param face one of its faces */
  show(explained: PatchExplanation, body: number, node: number, face: number): FigurePlaces {
    const { tree, survey } = this.bodies[body];
    const patch = survey.patches[face];
    const tint = patch === NONE ? PATCH.rest : PATCH.tints[this.tints[body][patch]];
    this.paint(body, new Set(tree.order.subarray(tree.begins[node], tree.ends[node])));
    return this.figure.show(explained, tint);
  }

  clear(): void {
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
