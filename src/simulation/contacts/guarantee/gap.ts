import { type ClosestPoint, closestPointOnTriangle, createClosestPoint } from '../../../geometry/closest-point.ts';

/** The gap of a pair at x0, and how its vertices move along it; written by findGap. */
export interface Gap {
  /** Vector from the first element's nearest point at x0 to the second one's [m], and its length. */
  readonly vector: Float64Array;
  length: number;
  /** Height of each vertex over the first one at x0, and its rise in the step, along the gap [m]. */
  readonly heights: Float64Array;
  readonly rises: Float64Array;
  /** Greatest height of the first element, and the width of the gap along itself [m]. */
  top: number;
  width: number;
  /** How far the first element's vertices rise at most, and the second one's sink [m]; 0 if none does. */
  forth: number;
  back: number;
  readonly closest: ClosestPoint;
}

/** Creates the numbers as fractions, so that V8 stores them as doubles in place from the start. */
export const createGap = (): Gap => ({
  vector: new Float64Array(3),
  length: 0.5,
  heights: new Float64Array(4),
  rises: new Float64Array(4),
  top: 0.5,
  width: 0.5,
  forth: 0.5,
  back: 0.5,
  closest: createClosestPoint(),
});

/**
 * Finds the gap of a pair at x0.
 * @param motion the pair's vertices at x0, then at x (setCorner)    @param isEdges two edges, else a vertex and a face
 */
export function findGap(gap: Gap, motion: Float64Array, isEdges: boolean): void {
  const { vector, heights, rises, closest } = gap;
  if (isEdges) segmentGap(motion, vector);
  else {
    for (let k = 0; k < 9; k++) closest.triangle[k] = motion[3 + k] - motion[k % 3];
    closestPointOnTriangle(closest);
    vector[0] = closest.x;
    vector[1] = closest.y;
    vector[2] = closest.z;
  }
  gap.length = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
  const scale = gap.length > 0 ? 1 / gap.length : 0;
  const nx = scale * vector[0];
  const ny = scale * vector[1];
  const nz = scale * vector[2];
  const first = isEdges ? 2 : 1;
  let top = -Infinity;
  let bottom = Infinity;
  gap.forth = 0;
  gap.back = 0;
  for (let k = 0; k < 4; k++) {
    const at = 3 * k;
    const height =
      nx * (motion[at] - motion[0]) + ny * (motion[at + 1] - motion[1]) + nz * (motion[at + 2] - motion[2]);
    const rise =
      nx * (motion[at + 12] - motion[at]) +
      ny * (motion[at + 13] - motion[at + 1]) +
      nz * (motion[at + 14] - motion[at + 2]);
    heights[k] = height;
    rises[k] = rise;
    if (k < first) {
      if (height > top) top = height;
      if (rise > gap.forth) gap.forth = rise;
    } else {
      if (height < bottom) bottom = height;
      if (-rise > gap.back) gap.back = -rise;
    }
  }
  gap.top = top;
  gap.width = bottom - top;
}

/** Writes the vector from the nearest point of the segment 0-1 to that of the segment 2-3, at x0. Source: Ericson 2005, section 5.1.9. */
function segmentGap(motion: Float64Array, vector: Float64Array): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let e = 0;
  let f = 0;
  for (let k = 0; k < 3; k++) {
    const u = motion[3 + k] - motion[k];
    const v = motion[9 + k] - motion[6 + k];
    const r = motion[k] - motion[6 + k];
    a += u * u;
    b += u * v;
    c += u * r;
    e += v * v;
    f += v * r;
  }
  const denominator = a * e - b * b;
  let s = denominator > PARALLEL * a * e ? between(0, (b * f - c * e) / denominator, 1) : 0;
  let t = e > 0 ? (b * s + f) / e : 0;
  if (t < 0) {
    t = 0;
    s = a > 0 ? between(0, -c / a, 1) : 0;
  } else if (t > 1) {
    t = 1;
    s = a > 0 ? between(0, (b - c) / a, 1) : 0;
  }
  for (let k = 0; k < 3; k++)
    vector[k] = motion[6 + k] + t * (motion[9 + k] - motion[6 + k]) - (motion[k] + s * (motion[3 + k] - motion[k]));
}

/** Segments count as parallel if the squared sine of their angle is at most this: float64 has no digits left of it. */
const PARALLEL = 1e-14;
export const between = (least: number, x: number, greatest: number): number => Math.min(Math.max(x, least), greatest);
