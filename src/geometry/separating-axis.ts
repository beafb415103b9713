import type { Separation } from './impact-scratch.ts';

/**
 * Proof, by a single axis, that two moving elements (a vertex and a face, or two edges) never touch during a step. All corners move on
 * straight lines. So if an axis separates the elements at the start and at the end of the step, in the same order, it separates them during
 * the whole step. The axis that is tried is the line between the elements' closest points at the start. The proof can fail only for
 * elements that come nearer to each other in the step by about their initial distance. A rounding error of the axis does no harm, since
 * the proof holds for any axis.
 */

/**
 * Relative rounding error of the difference between two dot products: a few units in the last place. For each dot product, take the sum
 * |x1 y1| + |x2 y2| + |x3 y3|: the error is relative to the larger of the two sums.
 */
const ROUNDING = 2 ** -49;
/** Factor that covers the rounding errors of the bound in the quick test, which `separates` makes before the full test. */
const SLACK = 1 + 2 ** -40;
/** Added to the margin. It covers gradual underflow in products of two lengths, and is far below any length^2 in use. */
const UNDERFLOW = 2 ** -1000;

/**
 * Proves that a vertex and a face never touch.
 * @param q, o 24 numbers from `q[o]` on, as in time-of-impact.ts: vertex v and face f0, f1, f2 at t = 0, then at t = 1
 * @param inputError bound on the error of each coordinate [unit of the points]
 */
export function vertexFaceStaysApart(separation: Separation, q: Float64Array, o: number, inputError: number): boolean {
  axisFromFace(separation, q, o);
  return separates(separation, q, o, 1, inputError);
}

/** Proves that two edges never touch. `q` has the ends a0, a1, b0, b1 of the edges at t = 0, then at t = 1. */
export function edgesStayApart(separation: Separation, q: Float64Array, o: number, inputError: number): boolean {
  axisBetweenEdges(separation, q, o);
  return separates(separation, q, o, 2, inputError);
}

/**
 * Whether the first `split` corners stay above the other corners along the axis, at both ends of the step, by more than the sum of all
 * errors.
 */
function separates(separation: Separation, q: Float64Array, o: number, split: number, inputError: number): boolean {
  const { axis } = separation;
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  // Two heights along the axis are compared. Each has the errors of its three coordinates.
  const margin = 2 * inputError * size + UNDERFLOW;
  // First a quick test. It replaces `largest` of the full test below by an upper bound, separation.scale times `size`: no coordinate
  // exceeds separation.scale. SLACK covers the rounding errors of `largest`. So if the quick test succeeds, the full test would, too.
  const enough = SLACK * ROUNDING * separation.scale * size + margin;
  if (areAbove(q, o, split, x, y, z, enough) && areAbove(q, o + 12, split, x, y, z, enough)) return true;
  let largest = 0;
  for (let end = o; end < o + 24; end += 12) {
    let lowestAbove = Infinity;
    let highestBelow = -Infinity;
    for (let corner = 0; corner < 4; corner++) {
      const at = end + 3 * corner;
      const px = x * q[at];
      const py = y * q[at + 1];
      const pz = z * q[at + 2];
      const height = px + py + pz;
      largest = Math.max(largest, Math.abs(px) + Math.abs(py) + Math.abs(pz));
      if (corner < split) lowestAbove = Math.min(lowestAbove, height);
      else highestBelow = Math.max(highestBelow, height);
    }
    if (!(lowestAbove - highestBelow > ROUNDING * largest + margin)) return false;
  }
  return true;
}

/** Whether the first `split` corners are above the others along (x, y, z) by more than `gap`, at one end of the step; false for NaN. */
function areAbove(q: Float64Array, o: number, split: number, x: number, y: number, z: number, gap: number): boolean {
  const a = x * q[o] + y * q[o + 1] + z * q[o + 2];
  const b = x * q[o + 3] + y * q[o + 4] + z * q[o + 5];
  const c = x * q[o + 6] + y * q[o + 7] + z * q[o + 8];
  const d = x * q[o + 9] + y * q[o + 10] + z * q[o + 11];
  return a - c > gap && a - d > gap && (split === 1 ? a - b > gap : b - c > gap && b - d > gap);
}

/**
 * Sets the axis between the two segments' closest points, from edge b0 b1 to edge a0 a1. Source: Ericson, Real-Time Collision Detection,
 * 5.1.9.
 */
function axisBetweenEdges(separation: Separation, q: Float64Array, o: number): void {
  const { axis } = separation;
  const ax = q[o + 3] - q[o];
  const ay = q[o + 4] - q[o + 1];
  const az = q[o + 5] - q[o + 2];
  const bx = q[o + 9] - q[o + 6];
  const by = q[o + 10] - q[o + 7];
  const bz = q[o + 11] - q[o + 8];
  const rx = q[o] - q[o + 6];
  const ry = q[o + 1] - q[o + 7];
  const rz = q[o + 2] - q[o + 8];
  const aa = ax * ax + ay * ay + az * az;
  const bb = bx * bx + by * by + bz * bz;
  const ab = ax * bx + ay * by + az * bz;
  const ar = ax * rx + ay * ry + az * rz;
  const br = bx * rx + by * ry + bz * rz;
  const determinant = aa * bb - ab * ab;
  let s = determinant > 0 ? clamp01((ab * br - ar * bb) / determinant) : 0;
  let t = bb > 0 ? (ab * s + br) / bb : 0;
  if (t < 0 || t > 1) {
    t = clamp01(t);
    s = aa > 0 ? clamp01((ab * t - ar) / aa) : 0;
  }
  axis[0] = rx + s * ax - t * bx;
  axis[1] = ry + s * ay - t * by;
  axis[2] = rz + s * az - t * bz;
}

/** Sets the axis from p to the vertex v, where p is the point of the triangle f0 f1 f2 that is closest to v. */
function axisFromFace(separation: Separation, q: Float64Array, o: number): void {
  const { axis, weights } = separation;
  setClosestOnFace(separation, q, o);
  for (let i = 0; i < 3; i++) {
    const k = o + i;
    axis[i] = q[k] - q[k + 3] - weights.f1 * (q[k + 6] - q[k + 3]) - weights.f2 * (q[k + 9] - q[k + 3]);
  }
}

/** Sets the barycentric weights of f1 and f2 at the face's point closest to v. Source: Ericson, Real-Time Collision Detection, 5.1.5. */
function setClosestOnFace(separation: Separation, q: Float64Array, o: number): void {
  const { weights } = separation;
  weights.f1 = 0;
  weights.f2 = 0;
  const abx = q[o + 6] - q[o + 3];
  const aby = q[o + 7] - q[o + 4];
  const abz = q[o + 8] - q[o + 5];
  const acx = q[o + 9] - q[o + 3];
  const acy = q[o + 10] - q[o + 4];
  const acz = q[o + 11] - q[o + 5];
  const apx = q[o] - q[o + 3];
  const apy = q[o + 1] - q[o + 4];
  const apz = q[o + 2] - q[o + 5];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const abab = abx * abx + aby * aby + abz * abz;
  const abac = abx * acx + aby * acy + abz * acz;
  const acac = acx * acx + acy * acy + acz * acz;
  const d3 = d1 - abab;
  const d4 = d2 - abac;
  const d5 = d1 - abac;
  const d6 = d2 - acac;
  if (d1 <= 0 && d2 <= 0) return;
  if (d3 >= 0 && d4 <= d3) {
    weights.f1 = 1;
    return;
  }
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    weights.f1 = d1 / (d1 - d3);
    return;
  }
  if (d6 >= 0 && d5 <= d6) {
    weights.f2 = 1;
    return;
  }
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    weights.f2 = d2 / (d2 - d6);
    return;
  }
  const va = d3 * d6 - d5 * d4;
  const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    weights.f1 = 1 - w;
    weights.f2 = w;
    return;
  }
  const sum = va + vb + vc;
  weights.f1 = vb / sum;
  weights.f2 = vc / sum;
}

const clamp01 = (x: number) => (x < 0 ? 0 : x > 1 ? 1 : x);
