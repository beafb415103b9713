/**
 * A quick proof that two moving shapes never touch: an axis that separates them at both ends of the step, in the same
 * order, separates them all the while, since all corners move on straight lines. Tried is the line between their closest
 * points at the start: it only fails where they move towards each other by about their distance.
 */

/** Error of a difference of two scalar products in float64, relative to the products' bound: a few units in the last place. */
const ROUNDING = 2 ** -49;

const axis = new Float64Array(3);

/** @param q query of 24 numbers as in time-of-impact.ts: v, f0, f1, f2 at t = 0, then at t = 1 */
export function vertexFaceStaysApart(q: Float64Array): boolean {
  axisFromFace(q);
  return separates(q, 1);
}

/** @param q query of 24 numbers: a0, a1, b0, b1 at t = 0, then at t = 1 */
export function edgesStayApart(q: Float64Array): boolean {
  axisBetweenEdges(q);
  return separates(q, 2);
}

/** Whether the first `split` corners stay strictly above the others along the axis. */
function separates(q: Float64Array, split: number): boolean {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  let largest = 0;
  for (let end = 0; end < 24; end += 12) {
    let lower = Infinity;
    let upper = -Infinity;
    for (let corner = 0; corner < 4; corner++) {
      const at = end + 3 * corner;
      const px = x * q[at];
      const py = y * q[at + 1];
      const pz = z * q[at + 2];
      const height = px + py + pz;
      largest = Math.max(largest, Math.abs(px) + Math.abs(py) + Math.abs(pz));
      if (corner < split) lower = Math.min(lower, height);
      else upper = Math.max(upper, height);
    }
    if (!(lower - upper > ROUNDING * largest)) return false;
  }
  return true;
}

/** From the closest point of the segment b0 b1 to that of a0 a1. Source: Ericson, Real-Time Collision Detection, 5.1.9. */
function axisBetweenEdges(q: Float64Array): void {
  const ax = q[3] - q[0];
  const ay = q[4] - q[1];
  const az = q[5] - q[2];
  const bx = q[9] - q[6];
  const by = q[10] - q[7];
  const bz = q[11] - q[8];
  const rx = q[0] - q[6];
  const ry = q[1] - q[7];
  const rz = q[2] - q[8];
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

/** From the closest point of the triangle f0 f1 f2 to v: its plane's normal, or a way from an edge or a corner. */
function axisFromFace(q: Float64Array): void {
  const b = closestOnFace(q);
  for (let k = 0; k < 3; k++) axis[k] = q[k] - q[3 + k] - b.v * (q[6 + k] - q[3 + k]) - b.w * (q[9 + k] - q[3 + k]);
}

const weights = { v: 0, w: 0 };

/** Weights of f1 and f2 at the closest point. Source: Ericson, Real-Time Collision Detection, 5.1.5. */
function closestOnFace(q: Float64Array): { v: number; w: number } {
  const abx = q[6] - q[3];
  const aby = q[7] - q[4];
  const abz = q[8] - q[5];
  const acx = q[9] - q[3];
  const acy = q[10] - q[4];
  const acz = q[11] - q[5];
  const apx = q[0] - q[3];
  const apy = q[1] - q[4];
  const apz = q[2] - q[5];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const abab = abx * abx + aby * aby + abz * abz;
  const abac = abx * acx + aby * acy + abz * acz;
  const acac = acx * acx + acy * acy + acz * acz;
  const d3 = d1 - abab;
  const d4 = d2 - abac;
  const d5 = d1 - abac;
  const d6 = d2 - acac;
  if (d1 <= 0 && d2 <= 0) return at(0, 0);
  if (d3 >= 0 && d4 <= d3) return at(1, 0);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return at(d1 / (d1 - d3), 0);
  if (d6 >= 0 && d5 <= d6) return at(0, 1);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return at(0, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
  if (va <= 0 && d4 >= d3 && d5 >= d6) return at(1 - w, w);
  const sum = va + vb + vc;
  return at(vb / sum, vc / sum);
}

function at(v: number, w: number): { v: number; w: number } {
  weights.v = v;
  weights.w = w;
  return weights;
}

const clamp01 = (x: number) => (x < 0 ? 0 : x > 1 ? 1 : x);
