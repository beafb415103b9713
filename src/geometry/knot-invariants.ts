import { cross, dot, type Vector } from '../math/arithmetic.ts';
import { determinant } from '../math/prime-field.ts';

/** A closed polyline, whose last point is joined to the first. Lengths in any unit. */
export type Loop = readonly Vector[];

/**
 * Returns how often two closed polylines wind around one another, with a sign that depends on their directions. No motion without a cut changes the number.
 * It is the sum over all pairs of segments of the solid angle that their difference vectors span, over 4 pi (Gauss's integral, exact for segments).
 * @param a, b polylines that don't cross
 * Source: Arai 2013, A rigorous integral formula for the linking number; Van Oosterom and Strackee 1983 for the angles.
 */
export function linkingNumber(a: Loop, b: Loop): number {
  let sum = 0;
  a.forEach((p, i) => {
    const q = a[(i + 1) % a.length];
    b.forEach((r, j) => {
      const s = b[(j + 1) % b.length];
      const corners = [minus(r, p), minus(s, p), minus(s, q), minus(r, q)];
      sum += halfSolidAngle(corners[0], corners[1], corners[2]) + halfSolidAngle(corners[2], corners[3], corners[0]);
    });
  });
  // + 0 turns -0 into 0.
  return Math.round(sum / (2 * Math.PI)) + 0;
}

/** Returns half the signed solid angle of a triangle seen from the origin [rad]. */
function halfSolidAngle(a: Vector, b: Vector, c: Vector): number {
  const [la, lb, lc] = [a, b, c].map((v) => Math.sqrt(dot(v, v)));
  return Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

/** The view along which crossings are counted: no direction that a mesh is likely to be aligned with. */
const VIEW: Vector = [0.413_769, 0.291_353, 0.862_511];

/** A place where one segment passes over another in the view. */
interface Crossing {
  /** Places along the polyline: the segment's number, and how far along it. */
  readonly over: number;
  readonly under: number;
}

/**
 * Returns the determinant of the knot that a closed polyline forms: 1 if it is unknotted, 3 for a trefoil. It is odd, and no motion without a cut changes it.
 * A few knots of ten and more crossings have 1 as well. It is the determinant of the matrix of Fox's colourings, less one row and column:
 * at each crossing, twice the arc above equals the sum of the two arcs that meet below it.
 * @param loop a polyline that doesn't cross itself
 * Source: Livingston, Knot Theory, chapter 3.
 */
export function knotDeterminant(loop: Loop): number {
  const crossings = findCrossings(loop);
  // An arc ends at each place where the polyline passes below. Arc i is the one that begins at the end of arc i - 1.
  const ends = crossings.map(({ under }) => under).sort((x, y) => x - y);
  const arcAt = (place: number): number => ends.filter((end) => end < place).length % ends.length;
  const rows = crossings.map(({ over, under }) => {
    const row = new Array<number>(ends.length).fill(0);
    const before = arcAt(under);
    row[arcAt(over)] += 2;
    row[before] -= 1;
    row[(before + 1) % ends.length] -= 1;
    return row;
  });
  return Math.abs(determinant(rows.slice(1).map((row) => row.slice(1))));
}

function findCrossings(loop: Loop): Crossing[] {
  const right = cross(VIEW, [0, 0, 1]);
  const up = cross(right, VIEW);
  const seen = loop.map((point): Vector => [dot(point, right), dot(point, up), dot(point, VIEW)]);
  const crossings: Crossing[] = [];
  for (let i = 0; i < seen.length; i++)
    for (let j = i + 1; j < seen.length; j++) {
      const places = crossingOf(seen[i], seen[(i + 1) % seen.length], seen[j], seen[(j + 1) % seen.length]);
      if (!places) continue;
      const [first, second] = [i + places.first, j + places.second];
      crossings.push(places.isFirstOver ? { over: first, under: second } : { over: second, under: first });
    }
  return crossings;
}

/** Finds where two segments cross in the view, strictly between their ends. Coordinates: right, up, depth. */
function crossingOf(
  p: Vector,
  q: Vector,
  r: Vector,
  s: Vector,
): { first: number; second: number; isFirstOver: boolean } | undefined {
  const [u, v, w] = [minus(q, p), minus(s, r), minus(r, p)];
  const area = u[0] * v[1] - u[1] * v[0];
  if (area === 0) return undefined;
  const first = (w[0] * v[1] - w[1] * v[0]) / area;
  const second = (w[0] * u[1] - w[1] * u[0]) / area;
  if (!(first > 0 && first < 1 && second > 0 && second < 1)) return undefined;
  return { first, second, isFirstOver: p[2] + first * u[2] > r[2] + second * v[2] };
}

const minus = (u: Vector, v: Vector): Vector => [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
