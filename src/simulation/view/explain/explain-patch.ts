import { CONE_STRIDE, isBelowHalfSpace, isFull } from '../../self-collision/cone.ts';
import {
  BOX_ROUNDOFFS,
  boxesMeet,
  createContourScratch,
  sidesStayApart,
  turnsSurely,
} from '../../self-collision/contour-test.ts';
import { isFree, type ProvedPatches } from '../../self-collision/culling-tests.ts';
import { createPatchFit, fitPatches } from '../../self-collision/fit.ts';
import { type PatchTree, sideEnd } from '../../self-collision/patch-tree.ts';
import { AREA_ROUNDOFFS, createProjection, projectContour, type Projection } from '../../self-collision/projection.ts';
import { combine, distanceBetween, type Point } from './explanation.ts';

/**
 * Verdict of the proved test (self-collision/culling-tests.ts) on a patch, with the first condition that fails:
 * - free: no two of its faces touch, except where they share a vertex or an edge.
 * - no disc: its outline isn't one loop that passes through no vertex twice.
 * - wide: the cone around its normals isn't narrower than a half-space.
 * - crossing: seen along the cone's axis, its outline may touch itself.
 */
export type PatchVerdict = 'free' | 'no disc' | 'wide' | 'crossing';

/** Two sides of an outline that may touch in the projection. */
export interface OutlineCrossing {
  /** Both ends of each side [m]. */
  readonly sides: readonly [readonly [Point, Point], readonly [Point, Point]];
  /** Their common place in the plane of projection, which goes through the patch's centre [m]. */
  readonly at: Point;
}

/** The proved test of one patch, in words and shapes that can be drawn. */
export interface PatchExplanation {
  readonly verdict: PatchVerdict;
  /** The corners of its faces, 3 per face [m]. */
  readonly faces: readonly (readonly Point[])[];
  /** The middle of that face which is nearest to the middle of all [m]. */
  readonly centre: Point;
  /** Unit normals of the faces that have an area. */
  readonly normals: readonly Point[];
  /** Axis of the cone of normals; if the cone is too wide to have one, the mean of the normals. Length 1. */
  readonly axis: Point;
  /** Half angle of the cone of normals [rad]; undefined if it is a half-space or more. */
  readonly angle: number | undefined;
  /** Greatest angle between the axis and a normal [rad], and the middle [m] and the normal of that face. */
  readonly widest: { readonly angle: number; readonly at: Point; readonly normal: Point };
  /** The loops of its outline: points in order [m]. A closed surface has none. */
  readonly outline: readonly (readonly Point[])[];
  /** The outline as seen along the axis: its points, moved along the axis into the plane through the centre [m]. */
  readonly projected: readonly (readonly Point[])[];
  /** The faces as seen along the axis, likewise. */
  readonly projectedFaces: readonly (readonly Point[])[];
  /** Places where the projected outline may touch itself. Empty unless the verdict is `crossing`; then too if it is merely too jagged to tell. */
  readonly crossings: readonly OutlineCrossing[];
  /** Greatest height of a vertex above the plane through the centre, along the axis [m]. */
  readonly height: number;
  /** Greatest distance of the projected outline, or of a face, from the centre [m]. */
  readonly radius: number;
}

/** A surface at rest in some shape, with its fitted patches. */
export type StillPatches = ProvedPatches;

/** Fits the patches of a tree to a shape. @param positions of the surface's vertices, 3 per vertex [m]; the caller must not change them */
export function stillPatches(tree: PatchTree, positions: Float32Array): StillPatches {
  const fit = createPatchFit(tree);
  fitPatches(fit, tree, positions, positions);
  return {
    tree,
    fit,
    projection: createProjection(),
    contour: createContourScratch(),
    x0: positions,
    x1: positions,
  };
}

/** Explains the proved test of a patch. @param node of the tree */
export function explainPatch(patches: StillPatches, node: number): PatchExplanation {
  const { tree, fit, x0 } = patches;
  const verdict = verdictOn(patches, node);
  const faces = [...tree.order.subarray(tree.begins[node], tree.ends[node])];
  const triangles = faces.map((face) => [0, 1, 2].map((k) => pointOf(x0, tree.faces[3 * face + k])));
  const middles = triangles.map(meanOf);
  const areas = triangles.map(vectorArea);
  const centre = nearestTo(middles, meanOf(middles));
  const cone = fit.normals.subarray(CONE_STRIDE * node, CONE_STRIDE * (node + 1));
  const axis = isFull(cone, 0) ? (unit(meanOf(areas)) ?? UPWARDS) : [...cone.subarray(0, 3)];
  const flatten = (point: Point) => combine([point, axis], [1, -heightOf(point, centre, axis)]);
  const outline = loopsOf(tree.faces, contourOf(tree, node)).map((loop) => loop.map((v) => pointOf(x0, v)));
  const corners = triangles.flat();
  return {
    verdict,
    faces: triangles,
    centre,
    normals: areas.flatMap((area) => {
      const normal = unit(area);
      return normal ? [normal] : [];
    }),
    axis,
    angle: isBelowHalfSpace(cone, 0) ? Math.acos(Math.min(1, cone[3])) : undefined,
    widest: widestOf(middles, areas, axis),
    outline,
    projected: outline.map((loop) => loop.map(flatten)),
    projectedFaces: triangles.map((triangle) => triangle.map(flatten)),
    crossings: verdict === 'crossing' ? findCrossings(patches, node, centre) : [],
    height: greatest(corners, (corner) => heightOf(corner, centre, axis)),
    radius: greatest(corners, (corner) => distanceBetween(flatten(corner), centre)),
  };
}

function verdictOn(patches: StillPatches, node: number): PatchVerdict {
  if (patches.tree.isLoop[node] === 0) return 'no disc';
  if (!isBelowHalfSpace(patches.fit.normals, CONE_STRIDE * node)) return 'wide';
  return isFree(patches, node) ? 'free' : 'crossing';
}

/** Returns the sides of a node's outline; in order, if they are one loop. */
const contourOf = (tree: PatchTree, node: number): number[] =>
  tree.rights[node] === 0
    ? [0, 1, 2].map((k) => 3 * tree.order[tree.begins[node]] + k)
    : [...tree.contours.subarray(tree.contourOffsets[node], tree.contourOffsets[node + 1])];

/** Chains the sides of an outline to loops of vertices. In a vertex that several sides leave, a loop takes the first that is left. */
function loopsOf(faces: Uint32Array, sides: readonly number[]): number[][] {
  const leaving = new Map<number, number[]>();
  for (const side of sides) leaving.set(faces[side], [...(leaving.get(faces[side]) ?? []), sideEnd(faces, side)]);
  const loops: number[][] = [];
  for (const side of sides) {
    const loop: number[] = [];
    for (let v = faces[side]; ; ) {
      const next = leaving.get(v)?.shift();
      if (next === undefined) break;
      loop.push(v);
      v = next;
    }
    if (loop.length > 0) loops.push(loop);
  }
  return loops;
}

/**
 * Finds the sides of an outline that the test can't keep apart in the projection: sides that cross or come within rounding errors, and
 * sides that fold back onto the side before.
 */
function findCrossings(patches: StillPatches, node: number, centre: Point): OutlineCrossing[] {
  const { tree, fit, projection, x0 } = patches;
  projectContour(projection, tree, node, fit.normals, CONE_STRIDE * node, x0, x0);
  const { boxes, count, ends, froms, tos } = projection;
  const origin = pointOf(x0, froms[0]);
  const error = AREA_ROUNDOFFS * projection.size * projection.size;
  const margin = BOX_ROUNDOFFS * projection.size;
  const found: OutlineCrossing[] = [];
  const add = (i: number, j: number) => {
    const [u, v] = meetingPlace(projection, i, j);
    const [across, up] = [projection.plane.subarray(0, 3), projection.plane.subarray(3, 6)];
    const axis = fit.normals.subarray(CONE_STRIDE * node, CONE_STRIDE * node + 3);
    const lift = heightOf(origin, centre, [...axis]);
    const at = combine([origin, [...across], [...up], [...axis]], [1, u, v, -lift]);
    found.push({ sides: [sideOf(i), sideOf(j)], at });
  };
  const sideOf = (i: number): [Point, Point] => [pointOf(x0, froms[i]), pointOf(x0, tos[i])];
  for (let i = 0; i < count; i++) {
    if (!turnsSurely(projection, i, error)) add(i, ends[i]);
    for (let j = i + 1; j < count; j++) {
      if (ends[i] === j || ends[j] === i || !boxesMeet(boxes, i, boxes, j, margin)) continue;
      if (!sidesStayApart(projection, i, j, error)) add(i, j);
    }
  }
  return found;
}

/** Returns where the lines of two projected sides meet; for parallel ones, where the first ends. */
function meetingPlace({ points, ends }: Projection, i: number, j: number): readonly [number, number] {
  const [a, b, c, d] = [i, ends[i], j, ends[j]].map((p) => [points[4 * p], points[4 * p + 1]]);
  const cross = (p: number[], q: number[]) => p[0] * q[1] - p[1] * q[0];
  const [ab, cd, ac] = [combine([b, a], [1, -1]), combine([d, c], [1, -1]), combine([c, a], [1, -1])];
  const t = cross(ac, cd) / cross(ab, cd);
  const share = t >= 0 && t <= 1 ? t : 1;
  return [a[0] + share * ab[0], a[1] + share * ab[1]];
}

/** Finds the face whose normal is farthest from the axis. A face without an area has no normal; it counts as farthest, upside down. */
function widestOf(middles: readonly Point[], areas: readonly Point[], axis: Point): PatchExplanation['widest'] {
  let widest = { angle: -1, at: middles[0], normal: axis };
  for (const [i, area] of areas.entries()) {
    const normal = unit(area) ?? combine([axis], [-1]);
    const angle = Math.acos(Math.max(-1, Math.min(1, dot(normal, axis))));
    if (angle > widest.angle) widest = { angle, at: middles[i], normal };
  }
  return widest;
}

/** Stands for an axis if there is none: the normals cancel out. */
const UPWARDS: Point = [0, 0, 1];

const pointOf = (x: Float32Array, vertex: number): number[] => [...x.subarray(3 * vertex, 3 * vertex + 3)];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const heightOf = (point: Point, centre: Point, axis: Point): number => dot(combine([point, centre], [1, -1]), axis);
const meanOf = (points: readonly Point[]): number[] =>
  combine(points, new Array<number>(points.length).fill(1 / points.length));
const greatest = (points: readonly Point[], size: (point: Point) => number): number =>
  points.reduce((most, point) => Math.max(most, size(point)), Number.NEGATIVE_INFINITY);
const nearestTo = (points: readonly Point[], goal: Point): Point =>
  points.reduce((best, point) => (distanceBetween(point, goal) < distanceBetween(best, goal) ? point : best));

/** Returns the vector of length 1 in a direction; undefined if there is none. */
function unit(vector: Point): number[] | undefined {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? combine([vector], [1 / length]) : undefined;
}

/** Returns the vector along a triangle's normal whose length is the triangle's area [m^2]. */
function vectorArea([a, b, c]: readonly Point[]): Point {
  const [u, v] = [combine([b, a], [1, -1]), combine([c, a], [1, -1])];
  const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return combine([cross], [1 / 2]);
}
