/**
 * Time of the first contact of a vertex and a face, or of two edges, in rational arithmetic: from the roots of the coplanarity cubic,
 * isolated by Sturm's theorem. Shares no method with src/geometry.
 */

/** Roots are known to 2^-120. */
const ROOT_BITS = 120;
/** Weights this close to the border of the domain count as inside: 2^-90. */
const BORDER_BITS = 90;

type Polynomial = bigint[];

export type Oracle =
  /** Undecided: the cubic vanishes, or the elements are parallel when they meet. */
  | { kind: 'degenerate' }
  | { kind: 'apart' }
  /** First contact in [earliest, latest], in units of 2^-120. */
  | { kind: 'contact'; earliest: bigint; latest: bigint };

/** A time as a multiple of 2^-120: exact if it is a multiple of 2^-60, else rounded. */
export const scaledTime = (t: number): bigint => BigInt(Math.round(t * 2 ** 60)) << BigInt(ROOT_BITS - 60);

export function firstImpact(points: Float64Array, square: boolean): Oracle {
  const p = linearPoints(points);
  const [r, a, b] = square
    ? [minus(p[2], p[0]), minus(p[1], p[0]), minus(p[3], p[2])]
    : [minus(p[0], p[1]), minus(p[2], p[1]), minus(p[1], p[3])];
  const normal = cross(a, b);
  const cubic = trim(dot(r, normal));
  if (cubic.length === 0) return { kind: 'degenerate' };
  for (const [earliest, latest] of rootsInStep(cubic)) {
    const place = placeAt(earliest, normal, dot(normal, cross(r, b)), dot(normal, cross(r, a)), square);
    if (place === 'parallel') return { kind: 'degenerate' };
    if (place === 'inside') return { kind: 'contact', earliest, latest };
  }
  return { kind: 'apart' };
}

function placeAt(t: bigint, normal: Polynomial[], uD: Polynomial, vD: Polynomial, square: boolean) {
  const d = valueAt(dot(normal, normal), t);
  // uD and vD have the degree of d or less: the same powers of 2^120 in all three.
  const degree = dot(normal, normal).length;
  const u = valueAt(uD, t) << BigInt(ROOT_BITS * (degree - uD.length));
  const v = valueAt(vD, t) << BigInt(ROOT_BITS * (degree - vD.length));
  const size =
    normal.reduce((sum, c) => sum + c.reduce((s, x) => s + x * x, 0n), 0n) << BigInt(ROOT_BITS * (degree - 1));
  if (d << 80n <= size) return 'parallel';
  const border = d >> BigInt(BORDER_BITS);
  const margins = square ? [u, v, d - u, d - v] : [u, v, d - u - v];
  return margins.every((m) => m >= -border) ? 'inside' : 'outside';
}

/** The points as integer polynomials of time, multiplied by a common power of two. */
function linearPoints(points: Float64Array): Polynomial[][] {
  let scale = 1;
  while (!points.every((x) => Number.isInteger(x * scale))) scale *= 2;
  const integers = Array.from(points, (x) => BigInt(x * scale));
  return [0, 3, 6, 9].map((i) =>
    [0, 1, 2].map((k) => [integers[i + k], integers[i + k + 12] - integers[i + k]] as Polynomial),
  );
}

const add = (p: Polynomial, q: Polynomial): Polynomial =>
  Array.from({ length: Math.max(p.length, q.length) }, (_, i) => (p[i] ?? 0n) + (q[i] ?? 0n));
const negate = (p: Polynomial): Polynomial => p.map((c) => -c);
const minus = (x: Polynomial[], y: Polynomial[]): Polynomial[] => x.map((p, k) => add(p, negate(y[k])));
const dot = (x: Polynomial[], y: Polynomial[]): Polynomial => x.map((p, k) => times(p, y[k])).reduce(add);
const cross = (x: Polynomial[], y: Polynomial[]): Polynomial[] =>
  [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return add(times(x[i], y[j]), negate(times(x[j], y[i])));
  });

function times(p: Polynomial, q: Polynomial): Polynomial {
  const product: Polynomial = new Array(p.length + q.length - 1).fill(0n);
  for (let i = 0; i < p.length; i++) for (let j = 0; j < q.length; j++) product[i + j] += p[i] * q[j];
  return product;
}

function trim(p: Polynomial): Polynomial {
  let length = p.length;
  while (length > 0 && p[length - 1] === 0n) length--;
  return p.slice(0, length);
}

/** p(t / 2^120) times 2^(120 degree). */
function valueAt(p: Polynomial, t: bigint): bigint {
  let sum = 0n;
  for (let i = p.length - 1; i >= 0; i--) sum = sum * t + (p[i] << BigInt(ROOT_BITS * (p.length - 1 - i)));
  return sum;
}

/** Quotient and remainder of p / q, both times a positive number. */
function divide(p: Polynomial, q: Polynomial): [Polynomial, Polynomial] {
  const lead = q[q.length - 1];
  const factor = lead < 0n ? -lead : lead;
  const sign = lead < 0n ? -1n : 1n;
  let rest = p;
  let quotient: Polynomial = [];
  while (rest.length >= q.length) {
    const shift: Polynomial = new Array(rest.length - q.length).fill(0n);
    const term = [...shift, sign * rest[rest.length - 1]];
    quotient = add(
      quotient.map((c) => c * factor),
      term,
    );
    rest = trim(
      add(
        rest.map((c) => c * factor),
        negate(times(term, q)),
      ),
    );
  }
  return [quotient, rest];
}

function sturmChain(p: Polynomial): Polynomial[] {
  const chain = [p, trim(p.slice(1).map((c, i) => c * BigInt(i + 1)))];
  while (chain[chain.length - 1].length > 0) {
    chain.push(negate(divide(chain[chain.length - 2], chain[chain.length - 1])[1]));
  }
  return chain.slice(0, -1);
}

function signChanges(chain: Polynomial[], t: bigint): number {
  const signs = chain.map((p) => valueAt(p, t)).filter((x) => x !== 0n);
  return signs.filter((x, i) => i > 0 && x > 0n !== signs[i - 1] > 0n).length;
}

/** Intervals of 2^-120 around the distinct roots in [0, 1], ascending. */
function rootsInStep(p: Polynomial): [bigint, bigint][] {
  const full = sturmChain(p);
  const chain = sturmChain(divide(p, full[full.length - 1])[0]);
  const roots: [bigint, bigint][] = valueAt(p, 0n) === 0n ? [[0n, 0n]] : [];
  const search = (low: bigint, high: bigint): void => {
    // Roots in (low, high].
    if (signChanges(chain, low) === signChanges(chain, high)) return;
    if (high - low <= 1n) {
      roots.push([valueAt(p, high) === 0n ? high : low, high]);
      return;
    }
    const middle = (low + high) / 2n;
    search(low, middle);
    search(middle, high);
  };
  search(0n, 1n << BigInt(ROOT_BITS));
  return roots;
}
