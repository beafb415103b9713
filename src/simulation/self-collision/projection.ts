import { type PatchTree, sideEnd } from './patch-tree.ts';

/**
 * The contour of a patch, projected along the axis of its cone of normals. Side i of the contour runs from point i to point
 * `ends[i]`; of a loop, that is i + 1, or 0 for the last.
 *
 * Points move straight from their place at the step's start to that at its end. Each has four coordinates in the plane of projection:
 * (u, v) at the start, (u, v) at the end. They are differences to the contour's first vertex, so their rounding errors are small against the
 * patch, wherever it is.
 */
export interface Projection {
  count: number;
  /** 4 numbers per point [m]. */
  points: Float64Array;
  /** Box around each side's motion: low u, low v, high u, high v [m]. */
  boxes: Float64Array;
  ends: Int32Array;
  /** The vertices in which each side begins and ends. */
  froms: Int32Array;
  tos: Int32Array;
  /** Largest magnitude of a component of the vectors from the contour's first vertex to the others, in space [m]. */
  size: number;
  isMoving: boolean;
  /** Two vectors that span the plane: 6 numbers. */
  readonly plane: Float64Array;
}

export const createProjection = (): Projection => ({
  count: 0,
  points: new Float64Array(0),
  boxes: new Float64Array(0),
  ends: new Int32Array(0),
  froms: new Int32Array(0),
  tos: new Int32Array(0),
  size: 0.5,
  isMoving: false,
  plane: new Float64Array(6),
});

/** Unit roundoff of float64. */
const UNIT_ROUNDOFF = 2 ** -53;
/**
 * Bound on the rounding error of a coordinate, per size of the contour in space, which may be much larger than its projection: a
 * difference (1 roundoff), a product (1) and two sums (2) of three terms, together at most sqrt(3) sizes: 7, rounded up.
 */
export const COORDINATE_ROUNDOFFS = 16 * UNIT_ROUNDOFF;
/**
 * Bound on the error of a twofold area of three points, per squared size. Differences of coordinates are at most 2 sqrt(3) = 3.5 sizes, and
 * wrong by 2 x 16 roundoffs of the points and 4 of their own. So each of the two products is wrong by 2 x 3.5 x 36 = 252, and their own
 * rounding adds at most 3 x 12 = 36: 540, rounded up. The mixed coefficient of a motion is the mean of two such areas.
 */
export const AREA_ROUNDOFFS = 600 * UNIT_ROUNDOFF;

/**
 * Projects the contour of a node.
 * @param axes, at the direction of projection: axes[at .. at+2], of length 1
 * @param isLoop whether the contour is one loop in order; otherwise sides are projected one by one
 */
export function projectContour(
  projection: Projection,
  tree: PatchTree,
  node: number,
  axes: Float64Array,
  at: number,
  x0: Float32Array,
  x1: Float32Array,
): void {
  const begin = tree.contourOffsets[node];
  const count = tree.contourOffsets[node + 1] - begin;
  const isLoop = tree.isLoop[node] === 1;
  reserve(projection, count);
  setPlane(projection, axes, at);
  projection.count = count;
  projection.size = 0;
  projection.isMoving = x0 !== x1;
  if (count === 0) return;
  const { ends, froms, tos } = projection;
  const origin = 3 * tree.faces[tree.contours[begin]];
  for (let i = 0; i < count; i++) {
    const side = tree.contours[begin + i];
    froms[i] = tree.faces[side];
    tos[i] = sideEnd(tree.faces, side);
    ends[i] = isLoop ? (i + 1 < count ? i + 1 : 0) : count + i;
    projectPoint(projection, i, 3 * froms[i], origin, x0, x1);
    if (!isLoop) projectPoint(projection, count + i, 3 * tos[i], origin, x0, x1);
  }
  for (let i = 0; i < count; i++) setBox(projection, i);
}

function reserve(projection: Projection, count: number): void {
  if (projection.ends.length >= count) return;
  const room = 2 * count;
  projection.points = new Float64Array(8 * room);
  projection.boxes = new Float64Array(4 * room);
  projection.ends = new Int32Array(room);
  projection.froms = new Int32Array(room);
  projection.tos = new Int32Array(room);
}

/** Finds two unit vectors perpendicular to the axis and to one another. Rounding turns the axis by some 1e-16, which CONE_ERROR covers. */
function setPlane({ plane }: Projection, axes: Float64Array, at: number): void {
  const x = axes[at];
  const y = axes[at + 1];
  const z = axes[at + 2];
  // The cross product with the coordinate axis that is farthest from parallel.
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  const k = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  const ux = k === 0 ? 0 : k === 1 ? -z : y;
  const uy = k === 0 ? z : k === 1 ? 0 : -x;
  const uz = k === 0 ? -y : k === 1 ? x : 0;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  plane[0] = ux / length;
  plane[1] = uy / length;
  plane[2] = uz / length;
  plane[3] = y * plane[2] - z * plane[1];
  plane[4] = z * plane[0] - x * plane[2];
  plane[5] = x * plane[1] - y * plane[0];
}

function projectPoint(
  projection: Projection,
  point: number,
  vertex: number,
  origin: number,
  x0: Float32Array,
  x1: Float32Array,
): void {
  const { points, plane } = projection;
  const at = 4 * point;
  const x = x0[vertex] - x0[origin];
  const y = x0[vertex + 1] - x0[origin + 1];
  const z = x0[vertex + 2] - x0[origin + 2];
  points[at] = plane[0] * x + plane[1] * y + plane[2] * z;
  points[at + 1] = plane[3] * x + plane[4] * y + plane[5] * z;
  widen(projection, x);
  widen(projection, y);
  widen(projection, z);
  if (projection.isMoving) {
    const ex = x1[vertex] - x0[origin];
    const ey = x1[vertex + 1] - x0[origin + 1];
    const ez = x1[vertex + 2] - x0[origin + 2];
    points[at + 2] = plane[0] * ex + plane[1] * ey + plane[2] * ez;
    points[at + 3] = plane[3] * ex + plane[4] * ey + plane[5] * ez;
    widen(projection, ex);
    widen(projection, ey);
    widen(projection, ez);
  } else {
    points[at + 2] = points[at];
    points[at + 3] = points[at + 1];
  }
}

/** Enlarges the size to the magnitude of x. A component that is no number makes it infinite, so that no test can prove anything. */
function widen(projection: Projection, x: number): void {
  const magnitude = x < 0 ? -x : x;
  if (!(magnitude <= projection.size)) projection.size = Number.isNaN(magnitude) ? Infinity : magnitude;
}

function setBox({ points, boxes, ends }: Projection, i: number): void {
  const a = 4 * i;
  const b = 4 * ends[i];
  for (let k = 0; k < 2; k++) {
    boxes[a + k] = Math.min(points[a + k], points[a + 2 + k], points[b + k], points[b + 2 + k]);
    boxes[a + 2 + k] = Math.max(points[a + k], points[a + 2 + k], points[b + k], points[b + 2 + k]);
  }
}

/** A test's answer about an area during the motion: surely positive, surely negative, or neither. */
export const POSITIVE = 1;
export const NEGATIVE = -1;
export const UNDECIDED = 0;

/**
 * Tells the sign of the area of the triangle a, b, c during the whole motion. The area is a quadratic in time; its Bernstein coefficients
 * are the areas at both ends, and a mixed one between. If all have one sign, so has the area at all times.
 * @param a, b, c points    @param error bound on the coefficients' errors
 */
export function areaSign({ points, isMoving }: Projection, a: number, b: number, c: number, error: number): number {
  const i = 4 * a;
  const j = 4 * b;
  const k = 4 * c;
  const eu = points[j] - points[i];
  const ev = points[j + 1] - points[i + 1];
  const fu = points[k] - points[i];
  const fv = points[k + 1] - points[i + 1];
  const start = eu * fv - ev * fu;
  const sign = start > error ? POSITIVE : start < -error ? NEGATIVE : UNDECIDED;
  if (!isMoving || sign === UNDECIDED) return sign;
  const gu = points[j + 2] - points[i + 2];
  const gv = points[j + 3] - points[i + 3];
  const hu = points[k + 2] - points[i + 2];
  const hv = points[k + 3] - points[i + 3];
  const end = sign * (gu * hv - gv * hu);
  const mixed = sign * ((eu * hv - ev * hu + gu * fv - gv * fu) / 2);
  return end > error && mixed > error ? sign : UNDECIDED;
}
