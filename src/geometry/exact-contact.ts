/**
 * Exact fallback of time-of-impact.ts, for the few queries that remain undecided because of rounding errors: elements that touch
 * exactly, or miss each other by less than 1e-15 of their size. It bisects time in the same way, but computes with integers, which
 * have no rounding errors. So touching always counts as contact, and the closest miss as a miss. It is some hundred times slower than
 * float64, and allocates.
 *
 * Notation as in relative-motion.ts: the elements touch at time t if r(t) = u A(t) - v B(t) for some (u, v) in the domain. The domain is
 * the unit square for two edges (`square`), and the triangle u, v >= 0, u + v <= 1 for a vertex and a face.
 */

type Vector = readonly bigint[];
/** Bernstein coefficients of a polynomial on an interval of time, each multiplied by some positive factor. */
type Polynomial = readonly bigint[];

/** The vectors r, A and B at one time. */
interface MotionVectors {
  readonly r: Vector;
  readonly a: Vector;
  readonly b: Vector;
}

/** Bernstein coefficients (3 vectors each) of A x B, r x B and r x A on an interval. */
interface Crosses {
  readonly ab: readonly Vector[];
  readonly rb: readonly Vector[];
  readonly ra: readonly Vector[];
}

/** Verdict about an interval: no contact, contact, or undecided. */
type Verdict = 'apart' | 'touching' | 'open';

/** Number of bisections after which a proof of contact is accepted. The interval is then 2^-24 = 6e-8 long, as in time-of-impact.ts. */
const RESOLUTION_DEPTH = 24;
/**
 * Number of bisections after which an undecided interval counts as contact. The interval is then 2^-128 = 3e-39 long. Two kinds of
 * contact stay undecided that long: the time is a double root of the cubic, or (u, v) lies on the domain's boundary and the time is not
 * a dyadic fraction.
 */
const FINEST_DEPTH = 128;
/** Maximum number of bisections for which float64 holds the interval's start and end exactly. */
const FLOAT_DEPTH = 52;
/** Maximum number of intervals tested. If it is reached, the answer is contact at the earliest time not yet excluded. */
const MAX_INTERVALS = 1024;

/**
 * Finds the time of the first contact. Other parameters as in time-of-impact.ts.
 * @param from time before which contact is excluded
 * @returns the time, 0 to 1, or 2 if there is no contact
 */
export function exactFirstContact(points: Float64Array, offset: number, square: boolean, from: number): number {
  const query = points.subarray(offset, offset + 24);
  if (!query.every(Number.isFinite)) return from;
  const integers = toIntegers(query);
  const vectors0 = motionVectors(integers.slice(0, 12), square);
  const vectors1 = motionVectors(integers.slice(12), square);
  // In most queries there is contact right at `from`, so the interval that begins there is tested first.
  const firstIndex = BigInt(Math.floor(from * 2 ** RESOLUTION_DEPTH));
  if (judgeInterval(vectors0, vectors1, square, firstIndex, RESOLUTION_DEPTH) === 'touching') return from;
  return bisect(vectors0, vectors1, square, from);
}

/**
 * Finds the first contact by bisection: depth first, the earlier half first. It starts with the whole step instead of `from`, so that
 * large intervals without contact are discarded at once.
 */
function bisect(vectors0: MotionVectors, vectors1: MotionVectors, square: boolean, from: number): number {
  // The interval is [index, index + 1] / 2^depth.
  let index = 0n;
  let depth = 0;
  for (let count = 0; count < MAX_INTERVALS; ) {
    let verdict: Verdict = 'apart';
    if (endTime(index, depth) > from) {
      verdict = judgeInterval(vectors0, vectors1, square, index, depth);
      count++;
    }
    if (verdict === 'touching') break;
    if (verdict === 'apart') {
      index++;
      while (depth > 0 && index % 2n === 0n) {
        index /= 2n;
        depth--;
      }
      if (depth === 0) return 2;
    } else {
      index *= 2n;
      depth++;
    }
  }
  return Math.max(from, startTime(index, depth));
}

/** Returns the start time of an interval, rounded down, so that no contact is reported too late. */
function startTime(index: bigint, depth: number): number {
  const excess = Math.max(depth - FLOAT_DEPTH, 0);
  return Number(index >> BigInt(excess)) / 2 ** (depth - excess);
}

/** Returns the end time of an interval, rounded up if float64 does not hold it, so that no interval that ends after `from` is skipped. */
const endTime = (index: bigint, depth: number): number =>
  depth <= FLOAT_DEPTH ? Number(index + 1n) / 2 ** depth : startTime(index, depth) + 2 ** -FLOAT_DEPTH;

/** Tests the interval [index, index + 1] / 2^depth: contact is excluded ('apart'), proved ('touching') or undecided ('open'). */
function judgeInterval(
  vectors0: MotionVectors,
  vectors1: MotionVectors,
  square: boolean,
  index: bigint,
  depth: number,
): Verdict {
  const start = interpolate(vectors0, vectors1, index, depth);
  const end = interpolate(vectors0, vectors1, index + 1n, depth);
  if (apartOnAnAxis(start, end, square)) return 'apart';
  const ab = crossPolynomial(start.a, end.a, start.b, end.b);
  const cubic = [
    dot(start.r, ab[0]),
    dot(end.r, ab[0]) + dot(start.r, ab[1]),
    dot(start.r, ab[2]) + dot(end.r, ab[1]),
    dot(end.r, ab[2]),
  ];
  if (hasSign(cubic)) return 'apart';
  const rb = crossPolynomial(start.r, end.r, start.b, end.b);
  const ra = crossPolynomial(start.r, end.r, start.a, end.a);
  const crosses = { ab, rb, ra };
  if (excludes(ab, crosses, square) || excludes(ra, crosses, square) || excludes(rb, crosses, square)) return 'apart';
  if (cubic[0] === 0n && touches(start, crosses, 0, square)) return 'touching';
  if (depth >= FINEST_DEPTH) return 'touching';
  if (depth < RESOLUTION_DEPTH) return 'open';
  if (cubic[3] === 0n && touches(end, crosses, 2, square)) return 'touching';
  return cubic[0] * cubic[3] <= 0n && contains(crosses, square) ? 'touching' : 'open';
}

/** Whether one coordinate of r - u A + v B keeps its sign during the interval, for all (u, v) of the domain. Then contact is excluded. */
function apartOnAnAxis(start: MotionVectors, end: MotionVectors, square: boolean): boolean {
  return [0, 1, 2].some((k) => {
    const values = [...cornerValues(start, k, square), ...cornerValues(end, k, square)];
    return values.every((x) => x > 0n) || values.every((x) => x < 0n);
  });
}

/** Returns coordinate k of r - u A + v B at each corner (u, v) of the domain. */
function cornerValues({ r, a, b }: MotionVectors, k: number, square: boolean): bigint[] {
  const values = [r[k], r[k] - a[k], r[k] + b[k]];
  if (square) values.push(r[k] - a[k] + b[k]);
  return values;
}

/** Whether (u, v) is never in the domain during the interval. @param along gives the normal, as in weightPolynomials */
function excludes(along: readonly Vector[], crosses: Crosses, square: boolean): boolean {
  const { d, weights } = weightPolynomials(along, crosses, square);
  return weights.some((q) => {
    const rest = subtract(d, q);
    return (isPositive(q) && isNegative(rest)) || (isNegative(q) && isPositive(rest));
  });
}

/** Whether (u, v) is always in the closed domain during the interval. Uses a normal along A x B. */
function contains(crosses: Crosses, square: boolean): boolean {
  const { d, weights } = weightPolynomials(crosses.ab, crosses, square);
  if (!hasSign(d)) return false;
  const sign = d[0] > 0n ? 1n : -1n;
  return weights.every((q) => q.every((x, i) => x * sign >= 0n && (d[i] - x) * sign >= 0n));
}

/**
 * Whether two elements that are coplanar at the interval's start or end touch at that time.
 * @param vectors the vectors at that time
 * @param coefficient index of the Bernstein coefficients at that time: 0 at the start, 2 at the end
 */
function touches(vectors: MotionVectors, { ab, rb, ra }: Crosses, coefficient: number, square: boolean): boolean {
  const atTime = { ab: [ab[coefficient]], rb: [rb[coefficient]], ra: [ra[coefficient]] };
  if (!isZero(atTime.ab[0])) return contains(atTime, square);
  // A x B = 0: parallel edges, or a face without area. The elements touch only if they lie on one line and overlap on each axis.
  if (!isZero(atTime.rb[0]) || !isZero(atTime.ra[0])) return false;
  return !apartOnAnAxis(vectors, vectors, square);
}

/**
 * Returns D = m . (A x B) and the weights u D = m . (r x B), v D = m . (r x A); for a face also w D = (1 - u - v) D (relative-motion.ts).
 * @param along the normal m is the sum of these Bernstein coefficients of a cross product
 */
function weightPolynomials(along: readonly Vector[], { ab, rb, ra }: Crosses, square: boolean) {
  const normal = [0, 1, 2].map((k) => along.reduce((sum, x) => sum + x[k], 0n));
  const d = ab.map((x) => dot(normal, x));
  const u = rb.map((x) => dot(normal, x));
  const v = ra.map((x) => dot(normal, x));
  return { d, weights: square ? [u, v] : [u, v, subtract(subtract(d, u), v)] };
}

const isZero = (x: Vector): boolean => x.every((c) => c === 0n);
const subtract = (p: Polynomial, q: Polynomial): Polynomial => p.map((x, i) => x - q[i]);
/** Whether the coefficients prove that a polynomial is positive on the whole interval, ends included. */
const isPositive = (p: Polynomial): boolean => p[0] > 0n && p[p.length - 1] > 0n && p.every((x) => x >= 0n);
const isNegative = (p: Polynomial): boolean => p[0] < 0n && p[p.length - 1] < 0n && p.every((x) => x <= 0n);
const hasSign = (p: Polynomial): boolean => isPositive(p) || isNegative(p);

const dot = (x: Vector, y: Vector): bigint => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
const minus = (x: Vector, y: Vector): Vector => x.map((c, k) => c - y[k]);
const cross = (x: Vector, y: Vector): Vector => [
  x[1] * y[2] - x[2] * y[1],
  x[2] * y[0] - x[0] * y[2],
  x[0] * y[1] - x[1] * y[0],
];

/**
 * Returns the Bernstein coefficients of x(t) x y(t), the middle one doubled. The vectors x and y change linearly from x0 and y0 at the
 * interval's start to x1 and y1 at its end.
 */
function crossPolynomial(x0: Vector, x1: Vector, y0: Vector, y1: Vector): Vector[] {
  const mixed = cross(x1, y0);
  return [cross(x0, y0), cross(x0, y1).map((c, k) => c + mixed[k]), cross(x1, y1)];
}

/** Returns r, A and B at one time. @param corners the query's four corners at that time, 12 coordinates */
function motionVectors(corners: readonly bigint[], square: boolean): MotionVectors {
  const [p, q, s, t] = [0, 3, 6, 9].map((k) => corners.slice(k, k + 3));
  return square
    ? { r: minus(s, p), a: minus(q, p), b: minus(t, s) }
    : { r: minus(p, q), a: minus(s, q), b: minus(q, t) };
}

/** Returns 2^depth times the vectors r, A and B at time index / 2^depth. The factor keeps them integers. */
function interpolate(vectors0: MotionVectors, vectors1: MotionVectors, index: bigint, depth: number): MotionVectors {
  const rest = (1n << BigInt(depth)) - index;
  const mix = (x0: Vector, x1: Vector): Vector => x0.map((c, k) => rest * c + index * x1[k]);
  return { r: mix(vectors0.r, vectors1.r), a: mix(vectors0.a, vectors1.a), b: mix(vectors0.b, vectors1.b) };
}

/** Converts float64 numbers to integers without error: all are multiplied by the same power of two. */
function toIntegers(numbers: Float64Array): bigint[] {
  const bits = Array.from(new BigUint64Array(numbers.slice().buffer));
  const exponents = bits.map((word) => Math.max(Number((word >> 52n) & 0x7ffn), 1));
  const least = Math.min(...exponents.filter((_, i) => numbers[i] !== 0));
  return bits.map((word, i) => {
    if (numbers[i] === 0) return 0n;
    const fraction = word & ((1n << 52n) - 1n);
    const isNormal = ((word >> 52n) & 0x7ffn) !== 0n;
    const magnitude = (isNormal ? fraction | (1n << 52n) : fraction) << BigInt(exponents[i] - least);
    return numbers[i] < 0 ? -magnitude : magnitude;
  });
}
