/** Most corners of a polygon that isn't convex, and still is divided by cutting ears: the time grows with their square. */
export const MOST_EARS = 500;
/** Most corners that are tried as ears, per corner of the polygon. Ordinary polygons need two or three; after so many, a fan divides the rest. */
const TRIES = 10;

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

/**
 * Divides a polygon into triangles: a convex one into a fan from its first corner, as three's loaders do with all; another one by cutting ears.
 * Source: Meisters 1975, Polygons have ears.
 * @param corners vertex ids, counter-clockwise seen from outside
 * @param positions 3 numbers per vertex
 * @returns indices into `corners`, 3 per triangle; two triangles less than corners
 */
export function dividePolygon(corners: readonly number[], positions: ArrayLike<number>): number[] {
  const all = Array.from(corners, (_, i) => i);
  if (corners.length === 3) return all;
  const polygon = project(all, placesOf(corners, positions));
  const isConvex = all.every((i) => side(polygon, all.at(i - 1)!, i, all[(i + 1) % all.length]) >= 0);
  if (isConvex || corners.length > MOST_EARS) return fan(all);
  return cutEars(polygon, all);
}

const fan = (ring: readonly number[]): number[] => ring.slice(2).flatMap((corner, i) => [ring[0], ring[i + 1], corner]);

function cutEars(polygon: Polygon, ring: number[]): number[] {
  const triangles: number[] = [];
  let tries = TRIES * ring.length;
  // Corners in a row that are no ears. If all are none, the polygon crosses itself.
  let misses = 0;
  for (let i = 0; ring.length > 3 && misses < ring.length && tries > 0; tries--) {
    const [before, after] = [ring.at(i - 1)!, ring[(i + 1) % ring.length]];
    const ear = isEar(polygon, ring, before, ring[i], after);
    misses = ear ? 0 : misses + 1;
    if (ear) {
      triangles.push(before, ring[i], after);
      ring.splice(i, 1);
    } else i++;
    i %= ring.length;
  }
  return [...triangles, ...fan(ring)];
}

/** Whether a triangle of three neighbours turns to the left and has no other corner in it or on it. */
function isEar(polygon: Polygon, ring: readonly number[], a: number, b: number, c: number): boolean {
  if (!(side(polygon, a, b, c) > 0)) return false;
  for (const d of ring)
    if (
      side(polygon, a, b, d) >= 0 &&
      side(polygon, b, c, d) >= 0 &&
      side(polygon, c, a, d) >= 0 &&
      // A polygon with a hole goes there and back along one edge, so that several corners lie at one place. They hinder no ear.
      !(isAt(polygon, d, a) || isAt(polygon, d, b) || isAt(polygon, d, c))
    )
      return false;
  return true;
}

const isAt = ({ x, y }: Polygon, i: number, j: number): boolean => x[i] === x[j] && y[i] === y[j];

/** Positive if three corners turn to the left: twice the area of their triangle. */
const side = ({ x, y }: Polygon, i: number, j: number, k: number): number =>
  (x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i]);

/** Returns the corners' coordinates, 3 numbers each. */
function placesOf(corners: readonly number[], positions: ArrayLike<number>): Float64Array {
  const exact = Float64Array.from(
    { length: 3 * corners.length },
    (_, i) => positions[3 * corners[Math.floor(i / 3)] + (i % 3)],
  );
  let farthest = 0;
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = k; i < exact.length; i += 3) {
      low = Math.min(low, exact[i]);
      high = Math.max(high, exact[i]);
    }
    farthest = Math.max(farthest, high, -low);
    longest = Math.max(longest, high - low);
  }
  return farthest > TOO_FAR * longest ? exact : exact.map(Math.fround);
}

/** Leaves out the coordinate along which the polygon's normal is longest. */
function project(corners: readonly number[], positions: ArrayLike<number>): Polygon {
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
function normalOf(corners: readonly number[], p: ArrayLike<number>): number[] {
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
