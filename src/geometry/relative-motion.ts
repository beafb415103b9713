import type { Place, RelativeMotion } from './impact-scratch.ts';

/**
 * What a vertex and a face, or two edges, do relative to each other while their corners move on straight lines.
 *
 * Both kinds of query are one: they touch at time t where r(t) = u A(t) - v B(t), with r, A, B linear in t and (u, v) in
 * a triangle (vertex-face: r = p - f0, A = f1 - f0, B = f0 - f2) or in the unit square (edge-edge: r = b0 - a0,
 * A = a1 - a0, B = b1 - b0).
 *
 * A `RelativeMotion` holds one query (`setMotion`) and one interval of time (`setInterval`); the predicates answer
 * for that interval from Bernstein coefficients, which enclose a polynomial on it. All computed values are compared with
 * bounds on their rounding errors: an answer `true` is a proof, `false` may be either. No allocation.
 */

/** Unit roundoff of float64. */
const UNIT_ROUNDOFF = 2 ** -53;
/** Rounding errors of a component of r, A or B at a time: a difference (1), two products and a sum (2), and slack. */
const COMPONENT_ROUNDOFFS = 4 * UNIT_ROUNDOFF;
/** Rounding errors of a sum of products of components: at most 8 operations deep, and slack. */
const PRODUCT_ROUNDOFFS = 10 * UNIT_ROUNDOFF;
/** Keeps bounds above what gradual underflow can lose in products of four lengths; far below any length^4 in use. */
const UNDERFLOW = 2 ** -1000;

/** Offsets of the vectors in `ends` and `interval`: first at the start, 9 later at the end. */
const R = 0;
const A = 3;
const B = 6;
const END = 9;

/** Offsets in `crosses`: Bernstein coefficients (3 vectors; the middle one doubled) of A x B, r x B and r x A. */
const AB = 0;
const RB = 9;
const RA = 18;

/** Error bounds: components of a corner, the cubic, the quadratics per unit of |m|_1; the largest |A| and |B|. */
const CORNER = 0;
const CUBIC = 1;
const QUADRATIC = 2;
const LENGTH_A = 3;
const LENGTH_B = 4;

/** Sets a place's vector: r - u A + v B at the interval's start. */
export function setOffsetAtStart(motion: RelativeMotion, place: Place): void {
  const { interval } = motion;
  const { u, v } = place;
  place.x = interval[R] - u * interval[A] + v * interval[B];
  place.y = interval[R + 1] - u * interval[A + 1] + v * interval[B + 1];
  place.z = interval[R + 2] - u * interval[A + 2] + v * interval[B + 2];
}

/**
 * Sets the query: 8 points of 3 coordinates at `points[offset]`, a, b, c, d at t = 0, then at t = 1.
 * @param square true: edges ab and cd; false: vertex a and face bcd
 * @param inputError bound on the error of each coordinate, in its unit
 */
export function setMotion(
  motion: RelativeMotion,
  points: Float64Array,
  offset: number,
  square: boolean,
  inputError: number,
): void {
  const { ends } = motion;
  for (let k = 0; k < 6; k++) {
    const to = k < 3 ? k : k + END - 3;
    const from = offset + (k < 3 ? k : k + 9);
    const a = points[from];
    const b = points[from + 3];
    const c = points[from + 6];
    const d = points[from + 9];
    ends[to + R] = square ? c - a : a - b;
    ends[to + A] = square ? b - a : c - b;
    ends[to + B] = square ? d - c : b - d;
  }
  setBounds(motion, inputError);
}

function setSizes(motion: RelativeMotion): void {
  const { ends, sizes } = motion;
  for (let vector = 0; vector < 3; vector++) {
    let size = 0;
    for (let k = 3 * vector; k < 3 * vector + 3; k++) size = Math.max(size, Math.abs(ends[k]), Math.abs(ends[k + END]));
    sizes[vector] = size;
  }
}

/** Forward error analysis from the largest components of r, A and B and the absolute error of the inputs. */
function setBounds(motion: RelativeMotion, inputError: number): void {
  const { bounds, sizes } = motion;
  setSizes(motion);
  const r = sizes[0];
  const a = sizes[1];
  const b = sizes[2];
  const difference = 2 * inputError;
  const errorR = COMPONENT_ROUNDOFFS * r + difference;
  const errorA = COMPONENT_ROUNDOFFS * a + difference;
  const errorB = COMPONENT_ROUNDOFFS * b + difference;
  const sizeR = r + errorR;
  const sizeA = a + errorA;
  const sizeB = b + errorB;
  bounds[CORNER] = errorR + errorA + errorB + PRODUCT_ROUNDOFFS * (sizeR + sizeA + sizeB);
  // A determinant is a sum of 6 products of three components, a component of a cross product one of 2 products of two.
  bounds[CUBIC] =
    6 *
      (errorR * sizeA * sizeB +
        sizeR * errorA * sizeB +
        sizeR * sizeA * errorB +
        PRODUCT_ROUNDOFFS * sizeR * sizeA * sizeB) +
    UNDERFLOW;
  bounds[QUADRATIC] =
    2 *
    (errorR * (sizeA + sizeB) +
      errorA * (sizeR + sizeB) +
      errorB * (sizeR + sizeA) +
      PRODUCT_ROUNDOFFS * (sizeR * (sizeA + sizeB) + sizeA * sizeB));
  bounds[LENGTH_A] = a;
  bounds[LENGTH_B] = b;
}

/** Sets the interval of time to `span`; 1 - start and 1 - end must be exact in float64. */
export function setInterval(motion: RelativeMotion): void {
  const { ends, interval, span } = motion;
  const { start, end } = span;
  for (let k = 0; k < END; k++) {
    const at0 = ends[k];
    const at1 = ends[k + END];
    interval[k] = (1 - start) * at0 + start * at1;
    interval[k + END] = (1 - end) * at0 + end * at1;
  }
}

/** Proves that one coordinate of r - u A + v B keeps its sign: all is inside the hull of the domain's corners. */
export function apartOnAnAxis(motion: RelativeMotion, square: boolean): boolean {
  const { bounds, interval } = motion;
  const e = bounds[CORNER];
  for (let k = 0; k < 3; k++) {
    const r0 = interval[k];
    const r1 = interval[k + END];
    const a0 = r0 - interval[k + A];
    const a1 = r1 - interval[k + A + END];
    const b0 = interval[k + B];
    const b1 = interval[k + B + END];
    const ab0 = square ? a0 + b0 : r0;
    const ab1 = square ? a1 + b1 : r1;
    if (r0 > e && r1 > e && a0 > e && a1 > e && r0 + b0 > e && r1 + b1 > e && ab0 > e && ab1 > e) return true;
    if (r0 < -e && r1 < -e && a0 < -e && a1 < -e && r0 + b0 < -e && r1 + b1 < -e && ab0 < -e && ab1 < -e) return true;
  }
  return false;
}

/** Proves that the four points are never coplanar. Leaves A x B and the cubic for the predicates below. */
export function neverCoplanar(motion: RelativeMotion): boolean {
  const { bounds, cubic } = motion;
  setCross(motion, AB, A, B);
  cubic[0] = dotCross(motion, AB, R);
  cubic[1] = dotCross(motion, AB, R + END) + dotCross(motion, AB + 3, R);
  cubic[2] = dotCross(motion, AB + 6, R) + dotCross(motion, AB + 3, R + END);
  cubic[3] = dotCross(motion, AB + 6, R + END);
  const e = bounds[CUBIC];
  return (
    (cubic[0] > e && cubic[3] > e && cubic[1] > 3 * e && cubic[2] > 3 * e) ||
    (cubic[0] < -e && cubic[3] < -e && cubic[1] < -3 * e && cubic[2] < -3 * e)
  );
}

function setCross(motion: RelativeMotion, to: number, x: number, y: number): void {
  const { crosses, interval } = motion;
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const j = k === 0 ? 2 : k - 1;
    const xi = interval[x + i];
    const xj = interval[x + j];
    const yi = interval[y + i];
    const yj = interval[y + j];
    const xi1 = interval[x + i + END];
    const xj1 = interval[x + j + END];
    const yi1 = interval[y + i + END];
    const yj1 = interval[y + j + END];
    crosses[to + k] = xi * yj - xj * yi;
    crosses[to + 3 + k] = xi * yj1 - xj * yi1 + (xi1 * yj - xj1 * yi);
    crosses[to + 6 + k] = xi1 * yj1 - xj1 * yi1;
  }
}

function dotCross(motion: RelativeMotion, cross: number, vector: number): number {
  const { crosses, interval } = motion;
  return (
    crosses[cross] * interval[vector] +
    crosses[cross + 1] * interval[vector + 1] +
    crosses[cross + 2] * interval[vector + 2]
  );
}

/**
 * Proves that (u, v) is never in the domain. For any vector m: m . (r x B) = u D and m . (r x A) = v D with
 * D = m . (A x B), so a product that isn't between 0 and D excludes contact. Looks along the common normal, then, for
 * parallel or degenerate elements, along the normal of the plane through r and the longer of A and B.
 */
export function alwaysOutside(motion: RelativeMotion, square: boolean): boolean {
  const { bounds } = motion;
  setCross(motion, RB, R, B);
  setCross(motion, RA, R, A);
  return (
    compareWeights(motion, AB, square) > 0 ||
    compareWeights(motion, bounds[LENGTH_A] > bounds[LENGTH_B] ? RA : RB, square) > 0
  );
}

/** Proves that there is contact in the interval: the cubic changes its sign while (u, v) stays inside. */
export function surelyTouching(motion: RelativeMotion, square: boolean): boolean {
  const { bounds, cubic } = motion;
  const e = bounds[CUBIC];
  const crossing = (cubic[0] > e && cubic[3] < -e) || (cubic[0] < -e && cubic[3] > e);
  return crossing && compareWeights(motion, AB, square) < 0;
}

/** Offsets in `weights`: Bernstein coefficients of D and of u D, v D and (1 - u - v) D, then their error bound. */
const D = 0;
const U = 3;
const V = 6;
const W = 9;
const ERROR = 12;

/** 1: (u, v) is always outside the domain, -1: always inside, 0: can't say; looking along the cross product `along`. */
function compareWeights(motion: RelativeMotion, along: number, square: boolean): number {
  const { bounds, crosses, weights } = motion;
  const x = crosses[along] + crosses[along + 3] + crosses[along + 6];
  const y = crosses[along + 1] + crosses[along + 4] + crosses[along + 7];
  const z = crosses[along + 2] + crosses[along + 5] + crosses[along + 8];
  weights[ERROR] = (Math.abs(x) + Math.abs(y) + Math.abs(z)) * bounds[QUADRATIC] + UNDERFLOW;
  for (let to = D, cross = AB; to <= V; to += 3, cross += 9) {
    weights[to] = x * crosses[cross] + y * crosses[cross + 1] + z * crosses[cross + 2];
    weights[to + 1] = 0.5 * (x * crosses[cross + 3] + y * crosses[cross + 4] + z * crosses[cross + 5]);
    weights[to + 2] = x * crosses[cross + 6] + y * crosses[cross + 7] + z * crosses[cross + 8];
  }
  for (let i = 0; i < 3; i++) weights[W + i] = weights[D + i] - weights[U + i] - weights[V + i];
  const placeU = compareWeight(motion, U);
  const placeV = compareWeight(motion, V);
  const placeW = square ? placeV : compareWeight(motion, W);
  if (placeU > 0 || placeV > 0 || placeW > 0) return 1;
  return placeU < 0 && placeV < 0 && placeW < 0 ? -1 : 0;
}

/** Where a quadratic of `weights` is relative to 0 and D: 1 never between them, -1 always, 0 can't say. */
function compareWeight(motion: RelativeMotion, at: number): number {
  const { weights } = motion;
  const e = weights[ERROR];
  const q0 = weights[at];
  const q1 = weights[at + 1];
  const q2 = weights[at + 2];
  const p0 = q0 - weights[D];
  const p1 = q1 - weights[D + 1];
  const p2 = q2 - weights[D + 2];
  if (q0 > e && q1 > e && q2 > e) {
    if (p0 > e && p1 > e && p2 > e) return 1;
    if (p0 < -e && p1 < -e && p2 < -e) return -1;
  } else if (q0 < -e && q1 < -e && q2 < -e) {
    if (p0 < -e && p1 < -e && p2 < -e) return 1;
    if (p0 > e && p1 > e && p2 > e) return -1;
  }
  return 0;
}
