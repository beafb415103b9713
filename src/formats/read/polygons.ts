/** Most corners of a polygon that isn't convex, and still is divided by cutting ears: the time grows with their square. */
export const MOST_EARS = 500;
/** Most corners that are tried as ears, per corner of the polygon. Ordinary polygons need two or three; after so many, a fan divides the rest. */
const TRIES = 10;
/**
 * Tests of a corner against a triangle that all polygons of a file have together, and how many more each corner brings. A test takes some 5 ns, so the first
 * ones take half a second. Polygons of up to 60 corners need no more than they bring; 400 of 500 corners need the first ones.
 */
const FIRST_TESTS = 100e6;
const TESTS_PER_CORNER = 100;

/**
 * Coordinates are rounded to float32, as those of the mesh will be, unless one exceeds this multiple of the polygon's longest side: float32
 * then leaves it 8 of its 24 bits, too few to tell whether a corner is convex.
 */
const TOO_FAR = 2 ** (24 - 8);

/** Corners of a polygon, seen along the axis to which it faces most. */
interface Polygon {
  /** Coordinates of each corner, from left to right and from below upwards, if the polygon is seen from outside. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Work that is left for the polygons of a file, so that none takes long, whatever its polygons are. */
export class PolygonBudget {
  /** Tests of a corner against a triangle that are left. */
  tests = FIRST_TESTS;
}

/**
 * Divides a polygon into triangles: a convex one into a fan from its first corner, as three's loaders do with all; another one by cutting ears.
 * Source: Meisters 1975, Polygons have ears.
 * @param corners vertex ids, counter-clockwise seen from outside
 * @param positions 3 numbers per vertex
 * @param budget shared by all polygons of a file; when it is used up, a fan divides the rest
 * @returns indices into `corners`, 3 per triangle; two triangles less than corners. A corner that repeats the one before it, as in polygons that are closed by
 * their first corner, counts once: it would make a triangle without area.
 */
export function dividePolygon(
  corners: ArrayLike<number>,
  positions: ArrayLike<number>,
  budget: PolygonBudget,
): Uint32Array {
  const { length } = corners;
  const isRepeated = (i: number) => corners[i] === corners[i === 0 ? length - 1 : i - 1];
  const ring = rangeOf(length);
  if (ring.some(isRepeated)) {
    const kept = ring.filter((i) => !isRepeated(i));
    return dividePolygon(
      kept.map((i) => corners[i]),
      positions,
      budget,
    ).map((k) => kept[k]);
  }
  const triangles = new Uint32Array(3 * Math.max(0, length - 2));
  budget.tests += TESTS_PER_CORNER * length;
  if (length <= 3 || length > MOST_EARS || budget.tests <= 0) return fan(ring, triangles, 0);
  const all = Array.from(corners, (_, i) => i);
  const polygon = project(all, placesOf(corners, positions));
  if (isConvex(polygon)) return fan(all, triangles, 0);
  return cutEars(polygon, all, triangles, budget);
}

/** The numbers from 0 on. */
const rangeOf = (length: number): Uint32Array => {
  const range = new Uint32Array(length);
  for (let i = 0; i < length; i++) range[i] = i;
  return range;
};

/** Writes the triangles between the first corner of a ring and each two neighbours. */
function fan(ring: ArrayLike<number>, triangles: Uint32Array, at: number): Uint32Array {
  let end = at;
  for (let i = 2; i < ring.length; i++) {
    triangles[end++] = ring[0];
    triangles[end++] = ring[i - 1];
    triangles[end++] = ring[i];
  }
  return triangles;
}

function isConvex(polygon: Polygon): boolean {
  const { length } = polygon.x;
  for (let i = 0; i < length; i++)
    if (!(side(polygon, (i + length - 1) % length, i, (i + 1) % length) >= 0)) return false;
  return true;
}

function cutEars(polygon: Polygon, ring: number[], triangles: Uint32Array, budget: PolygonBudget): Uint32Array {
  let end = 0;
  let tries = TRIES * ring.length;
  // Corners in a row that are no ears. If all are none, the polygon crosses itself.
  let misses = 0;
  for (let i = 0; ring.length > 3 && misses < ring.length && tries > 0 && budget.tests > 0; tries--) {
    const [before, after] = [ring.at(i - 1)!, ring[(i + 1) % ring.length]];
    const ear = isEar(polygon, ring, before, ring[i], after, budget);
    misses = ear ? 0 : misses + 1;
    if (ear) {
      triangles[end++] = before;
      triangles[end++] = ring[i];
      triangles[end++] = after;
      ring.splice(i, 1);
    } else i++;
    i %= ring.length;
  }
  return fan(ring, triangles, end);
}

/** Whether a triangle of three neighbours turns to the left and has no other corner in it or on it. */
function isEar(
  polygon: Polygon,
  ring: readonly number[],
  a: number,
  b: number,
  c: number,
  budget: PolygonBudget,
): boolean {
  budget.tests--;
  if (!(side(polygon, a, b, c) > 0)) return false;
  for (let i = 0; i < ring.length; i++) {
    const d = ring[i];
    if (
      side(polygon, a, b, d) >= 0 &&
      side(polygon, b, c, d) >= 0 &&
      side(polygon, c, a, d) >= 0 &&
      // A polygon with a hole goes there and back along one edge, so that several corners lie at one place. They hinder no ear.
      !(isAt(polygon, d, a) || isAt(polygon, d, b) || isAt(polygon, d, c))
    ) {
      budget.tests -= i;
      return false;
    }
  }
  budget.tests -= ring.length;
  return true;
}

const isAt = ({ x, y }: Polygon, i: number, j: number): boolean => x[i] === x[j] && y[i] === y[j];

/** Positive if three corners turn to the left: twice the area of their triangle. */
const side = ({ x, y }: Polygon, i: number, j: number, k: number): number =>
  (x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i]);

/** Returns the corners' coordinates, 3 numbers each. */
function placesOf(corners: ArrayLike<number>, positions: ArrayLike<number>): Float64Array {
  const exact = new Float64Array(3 * corners.length);
  let farthest = 0;
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < corners.length; i++) {
      const x = positions[3 * corners[i] + k];
      exact[3 * i + k] = x;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    farthest = Math.max(farthest, high, -low);
    longest = Math.max(longest, high - low);
  }
  return farthest > TOO_FAR * longest ? exact : exact.map(Math.fround);
}

/** Leaves out the coordinate along which the polygon's normal is longest. */
function project(corners: ArrayLike<number>, positions: ArrayLike<number>): Polygon {
  const normal = normalOf(corners, positions);
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  const [right, up] = normal[axis] < 0 ? [(axis + 2) % 3, (axis + 1) % 3] : [(axis + 1) % 3, (axis + 2) % 3];
  return {
    x: Float64Array.from(corners, (v) => positions[3 * v + right]),
    y: Float64Array.from(corners, (v) => positions[3 * v + up]),
  };
}

/** Returns the sum of the cross products of a polygon's edges: twice its area, in the direction of its normal. */
function normalOf(corners: ArrayLike<number>, p: ArrayLike<number>): number[] {
  const normal = [0, 0, 0];
  const o = 3 * corners[0];
  for (let i = 1; i + 1 < corners.length; i++) {
    const [a, b] = [3 * corners[i], 3 * corners[i + 1]];
    const [ux, uy, uz] = [p[a] - p[o], p[a + 1] - p[o + 1], p[a + 2] - p[o + 2]];
    const [vx, vy, vz] = [p[b] - p[o], p[b + 1] - p[o + 1], p[b + 2] - p[o + 2]];
    normal[0] += uy * vz - uz * vy;
    normal[1] += uz * vx - ux * vz;
    normal[2] += ux * vy - uy * vx;
  }
  return normal;
}
