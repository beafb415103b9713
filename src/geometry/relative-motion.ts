import type { Place, RelativeMotion } from './impact-scratch.ts';

/**
 * Relative motion of a vertex and a face, or of two edges, whose corners move on straight lines. time-of-impact.ts bisects time with
 * the predicates of this file.
 *
 * Both kinds of query have one form: the elements touch at time t if r(t) = u A(t) - v B(t) for some (u, v) in a domain. The vectors
 * r, A and B are linear in t.
 * - Vertex p and face f0 f1 f2: r = p - f0, A = f1 - f0, B = f0 - f2; the domain is the triangle u, v >= 0, u + v <= 1.
 * - Edges a0 a1 and b0 b1 (`square`): r = b0 - a0, A = a1 - a0, B = b1 - b0; the domain is the unit square.
 *
 * A `RelativeMotion` holds one query (`setMotion`) and one interval of time (`setInterval`). The predicates below are about that
 * interval. They use Bernstein coefficients: the smallest and the largest coefficient of a polynomial are bounds of its values on the
 * interval. The predicates compare all computed values with bounds on their rounding errors. So `true` is a proof, and `false` means
 * undecided. Nothing is allocated.
 */

/** Unit roundoff of float64. */
const UNIT_ROUNDOFF = 2 ** -53;
/**
 * Relative rounding error of a component of r, A or B at some time: 1 roundoff for a difference of two points, 2 for the interpolation in
 * time (two products and a sum), and 1 as slack.
 */
const COMPONENT_ROUNDOFFS = 4 * UNIT_ROUNDOFF;
/** Relative rounding error of a sum of products of components: at most 8 operations in sequence, and 2 as slack. */
const PRODUCT_ROUNDOFFS = 10 * UNIT_ROUNDOFF;
/** Added to error bounds. It covers gradual underflow in products of four lengths, and is far below any length^4 in use. */
const UNDERFLOW = 2 ** -1000;

/**
 * Offsets in a RelativeMotion of the vectors r, A and B at t = 0. Add END for the vectors at t = 1, INTERVAL for those at the interval's
 * start, and INTERVAL + END for those at the interval's end.
 */
const R = 0;
const A = 3;
const B = 6;
const END = 9;
const INTERVAL = 18;

// The constants below are offsets in a RelativeMotion, too.

/** Bernstein coefficients of A x B, r x B and r x A on the interval: 3 vectors each, the middle one doubled. */
const AB = 36;
const RB = 45;
const RA = 54;

/** Bernstein coefficients of the cubic r . (A x B), which is 0 if the four points are coplanar; the middle two are tripled. */
export const CUBIC = 63;

/** Error bound of a component of r - u A + v B at a corner of the domain. */
const CORNER_ERROR = 67;
/** Error bound of the cubic. */
const CUBIC_ERROR = 68;
/** Error bound of a quadratic m . (x x y), per unit of |m|_1, the sum of the magnitudes of m's components. */
const QUADRATIC_ERROR = 69;
/** Largest component of A, and of B, by magnitude, over both ends of the step: a measure of their lengths. */
const SIZE_A = 70;
const SIZE_B = 71;

/** 3 numbers: the largest component of r, of A and of B, likewise. setBounds computes the error bounds from them. */
const SIZES = 72;

/** Bernstein coefficients of the quadratics D, u D, v D and (1 - u - v) D (see alwaysOutside), 3 each. */
const D = 75;
const U = 78;
const V = 81;
const W = 84;
/** Error bound of these quadratics. */
const WEIGHT_ERROR = 87;

/**
 * Start and end of the interval of time. The caller of setInterval writes these two numbers; as arguments of a call that isn't inlined,
 * V8 would allocate them.
 */
export const SPAN = 88;

/** Sets the vector (x, y, z) of `place` to r - u A + v B at the interval's start. */
export function setOffsetAtStart(motion: RelativeMotion, place: Place): void {
  const { u, v } = place;
  place.x = motion[INTERVAL + R] - u * motion[INTERVAL + A] + v * motion[INTERVAL + B];
  place.y = motion[INTERVAL + R + 1] - u * motion[INTERVAL + A + 1] + v * motion[INTERVAL + B + 1];
  place.z = motion[INTERVAL + R + 2] - u * motion[INTERVAL + A + 2] + v * motion[INTERVAL + B + 2];
}

/**
 * Sets the query.
 * @param points 8 points of 3 coordinates from `points[offset]` on: a, b, c, d at t = 0, then at t = 1
 * @param square true: edges ab and cd; false: vertex a and face bcd
 * @param inputError bound on the error of each coordinate [unit of the points]
 */
export function setMotion(
  motion: RelativeMotion,
  points: Float64Array,
  offset: number,
  square: boolean,
  inputError: number,
): void {
  for (let k = 0; k < 6; k++) {
    const to = k < 3 ? k : k + END - 3;
    const from = offset + (k < 3 ? k : k + 9);
    const a = points[from];
    const b = points[from + 3];
    const c = points[from + 6];
    const d = points[from + 9];
    motion[to + R] = square ? c - a : a - b;
    motion[to + A] = square ? b - a : c - b;
    motion[to + B] = square ? d - c : b - d;
  }
  setBounds(motion, inputError);
}

/** Writes the largest components of r, A and B to offset SIZES. */
function setSizes(motion: RelativeMotion): void {
  for (let vector = 0; vector < 3; vector++) {
    let size = 0;
    for (let k = 3 * vector; k < 3 * vector + 3; k++)
      size = Math.max(size, Math.abs(motion[k]), Math.abs(motion[k + END]));
    motion[SIZES + vector] = size;
  }
}

/** Computes the error bounds by forward error analysis, from the largest components of r, A and B and the error of the inputs. */
function setBounds(motion: RelativeMotion, inputError: number): void {
  setSizes(motion);
  const r = motion[SIZES];
  const a = motion[SIZES + 1];
  const b = motion[SIZES + 2];
  const difference = 2 * inputError;
  const errorR = COMPONENT_ROUNDOFFS * r + difference;
  const errorA = COMPONENT_ROUNDOFFS * a + difference;
  const errorB = COMPONENT_ROUNDOFFS * b + difference;
  const sizeR = r + errorR;
  const sizeA = a + errorA;
  const sizeB = b + errorB;
  motion[CORNER_ERROR] = errorR + errorA + errorB + PRODUCT_ROUNDOFFS * (sizeR + sizeA + sizeB);
  // The cubic is a determinant: a sum of 6 products of three components. A component of a cross product is a sum of 2 products of two.
  motion[CUBIC_ERROR] =
    6 *
      (errorR * sizeA * sizeB +
        sizeR * errorA * sizeB +
        sizeR * sizeA * errorB +
        PRODUCT_ROUNDOFFS * sizeR * sizeA * sizeB) +
    UNDERFLOW;
  motion[QUADRATIC_ERROR] =
    2 *
    (errorR * (sizeA + sizeB) +
      errorA * (sizeR + sizeB) +
      errorB * (sizeR + sizeA) +
      PRODUCT_ROUNDOFFS * (sizeR * (sizeA + sizeB) + sizeA * sizeB));
  motion[SIZE_A] = a;
  motion[SIZE_B] = b;
}

/** Computes r, A and B at both ends of the interval given at SPAN. 1 - start and 1 - end must be exact in float64. */
export function setInterval(motion: RelativeMotion): void {
  const start = motion[SPAN];
  const end = motion[SPAN + 1];
  for (let k = 0; k < END; k++) {
    const at0 = motion[k];
    const at1 = motion[k + END];
    motion[INTERVAL + k] = (1 - start) * at0 + start * at1;
    motion[INTERVAL + k + END] = (1 - end) * at0 + end * at1;
  }
}

/**
 * Proves that there is no contact: one coordinate of r - u A + v B keeps its sign. It suffices to test its values at the corners of the
 * domain and the ends of the interval, since all other values lie between these.
 */
export function apartOnAnAxis(motion: RelativeMotion, square: boolean): boolean {
  const e = motion[CORNER_ERROR];
  for (let k = 0; k < 3; k++) {
    const r0 = motion[INTERVAL + k];
    const r1 = motion[INTERVAL + k + END];
    const a0 = r0 - motion[INTERVAL + k + A];
    const a1 = r1 - motion[INTERVAL + k + A + END];
    const b0 = motion[INTERVAL + k + B];
    const b1 = motion[INTERVAL + k + B + END];
    const ab0 = square ? a0 + b0 : r0;
    const ab1 = square ? a1 + b1 : r1;
    if (r0 > e && r1 > e && a0 > e && a1 > e && r0 + b0 > e && r1 + b1 > e && ab0 > e && ab1 > e) return true;
    if (r0 < -e && r1 < -e && a0 < -e && a1 < -e && r0 + b0 < -e && r1 + b1 < -e && ab0 < -e && ab1 < -e) return true;
  }
  return false;
}

/** Proves that the four points are never coplanar. Writes A x B and the cubic, which alwaysOutside and surelyTouching use. */
export function neverCoplanar(motion: RelativeMotion): boolean {
  setCross(motion, AB, A, B);
  motion[CUBIC] = dotCross(motion, AB, R);
  motion[CUBIC + 1] = dotCross(motion, AB, R + END) + dotCross(motion, AB + 3, R);
  motion[CUBIC + 2] = dotCross(motion, AB + 6, R) + dotCross(motion, AB + 3, R + END);
  motion[CUBIC + 3] = dotCross(motion, AB + 6, R + END);
  return cubicExceeds(motion, motion[CUBIC_ERROR]);
}

/**
 * As neverCoplanar, with three times the error bound. If this is true, then neverCoplanar is true for each interval within this one. For
 * such an interval, the true coefficients lie between those of this interval (subdivision), which exceed 2 bounds. The computed ones
 * differ from them by one bound at most.
 */
export function clearlyNeverCoplanar(motion: RelativeMotion): boolean {
  neverCoplanar(motion);
  return cubicExceeds(motion, 3 * motion[CUBIC_ERROR]);
}

/** Whether all Bernstein coefficients of the cubic exceed e, or all are below -e. */
function cubicExceeds(motion: RelativeMotion, e: number): boolean {
  return (
    (motion[CUBIC] > e && motion[CUBIC + 3] > e && motion[CUBIC + 1] > 3 * e && motion[CUBIC + 2] > 3 * e) ||
    (motion[CUBIC] < -e && motion[CUBIC + 3] < -e && motion[CUBIC + 1] < -3 * e && motion[CUBIC + 2] < -3 * e)
  );
}

/** Writes the Bernstein coefficients of x cross y to offset `to`. @param x, y offsets R, A or B */
function setCross(motion: RelativeMotion, to: number, x: number, y: number): void {
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const j = k === 0 ? 2 : k - 1;
    const xi = motion[INTERVAL + x + i];
    const xj = motion[INTERVAL + x + j];
    const yi = motion[INTERVAL + y + i];
    const yj = motion[INTERVAL + y + j];
    const xi1 = motion[INTERVAL + x + i + END];
    const xj1 = motion[INTERVAL + x + j + END];
    const yi1 = motion[INTERVAL + y + i + END];
    const yj1 = motion[INTERVAL + y + j + END];
    motion[to + k] = xi * yj - xj * yi;
    motion[to + 3 + k] = xi * yj1 - xj * yi1 + (xi1 * yj - xj1 * yi);
    motion[to + 6 + k] = xi1 * yj1 - xj1 * yi1;
  }
}

/** Returns the dot product of the coefficient vector at offset `cross` and the interval's vector at offset `vector`. */
function dotCross(motion: RelativeMotion, cross: number, vector: number): number {
  return (
    motion[cross] * motion[INTERVAL + vector] +
    motion[cross + 1] * motion[INTERVAL + vector + 1] +
    motion[cross + 2] * motion[INTERVAL + vector + 2]
  );
}

/**
 * Proves that (u, v) is never in the domain, so there is no contact. Let m be any vector and D = m . (A x B). At a contact,
 * m . (r x B) = u D and m . (r x A) = v D. Both must lie between 0 and D, since u and v lie between 0 and 1. So contact is excluded if
 * one of the two is never between 0 and D. If the domain is a triangle, the same holds for (1 - u - v) D.
 *
 * First m is taken along A x B, the common normal. If this proves nothing, as for parallel or degenerate elements, m is taken along the
 * normal of the plane through r and the longer of A and B.
 */
export function alwaysOutside(motion: RelativeMotion, square: boolean): boolean {
  setCross(motion, RB, R, B);
  setCross(motion, RA, R, A);
  return (
    compareWeights(motion, AB, square) > 0 ||
    compareWeights(motion, motion[SIZE_A] > motion[SIZE_B] ? RA : RB, square) > 0
  );
}

/** Proves that there is contact in the interval: the cubic changes its sign, and (u, v) is always in the domain. */
export function surelyTouching(motion: RelativeMotion, square: boolean): boolean {
  const e = motion[CUBIC_ERROR];
  const changesSign = (motion[CUBIC] > e && motion[CUBIC + 3] < -e) || (motion[CUBIC] < -e && motion[CUBIC + 3] > e);
  return changesSign && compareWeights(motion, AB, square) < 0;
}

/**
 * Compares (u, v) with the domain.
 * @param along offset AB, RB or RA: the vector m (see alwaysOutside) is the sum of the Bernstein coefficients of that cross product
 * @returns 1: (u, v) is always outside of the domain, -1: always inside, 0: undecided
 */
function compareWeights(motion: RelativeMotion, along: number, square: boolean): number {
  const x = motion[along] + motion[along + 3] + motion[along + 6];
  const y = motion[along + 1] + motion[along + 4] + motion[along + 7];
  const z = motion[along + 2] + motion[along + 5] + motion[along + 8];
  motion[WEIGHT_ERROR] = (Math.abs(x) + Math.abs(y) + Math.abs(z)) * motion[QUADRATIC_ERROR] + UNDERFLOW;
  for (let to = D, cross = AB; to <= V; to += 3, cross += 9) {
    motion[to] = x * motion[cross] + y * motion[cross + 1] + z * motion[cross + 2];
    motion[to + 1] = 0.5 * (x * motion[cross + 3] + y * motion[cross + 4] + z * motion[cross + 5]);
    motion[to + 2] = x * motion[cross + 6] + y * motion[cross + 7] + z * motion[cross + 8];
  }
  for (let i = 0; i < 3; i++) motion[W + i] = motion[D + i] - motion[U + i] - motion[V + i];
  const resultU = compareWeight(motion, U);
  const resultV = compareWeight(motion, V);
  const resultW = square ? resultV : compareWeight(motion, W);
  if (resultU > 0 || resultV > 0 || resultW > 0) return 1;
  return resultU < 0 && resultV < 0 && resultW < 0 ? -1 : 0;
}

/** Compares the quadratic at offset U, V or W with 0 and D. @returns 1: it is never between 0 and D, -1: always between, 0: undecided */
function compareWeight(motion: RelativeMotion, at: number): number {
  const e = motion[WEIGHT_ERROR];
  const q0 = motion[at];
  const q1 = motion[at + 1];
  const q2 = motion[at + 2];
  const p0 = q0 - motion[D];
  const p1 = q1 - motion[D + 1];
  const p2 = q2 - motion[D + 2];
  if (q0 > e && q1 > e && q2 > e) {
    if (p0 > e && p1 > e && p2 > e) return 1;
    if (p0 < -e && p1 < -e && p2 < -e) return -1;
  } else if (q0 < -e && q1 < -e && q2 < -e) {
    if (p0 < -e && p1 < -e && p2 < -e) return 1;
    if (p0 > e && p1 > e && p2 > e) return -1;
  }
  return 0;
}
