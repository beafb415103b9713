/** Most corners of a polygon that isn't convex, and still is divided by cutting ears: the time grows with their square, or faster. */
export const MOST_EARS = 500;

/** Corners of a polygon, and how to find their positions. */
interface Polygon {
  readonly corners: readonly number[];
  readonly positions: ArrayLike<number>;
  /** Sum of the cross products of its edges: twice its area, in the direction of its normal. */
  readonly normal: readonly number[];
}

/**
 * Divides a polygon into triangles: a convex one into a fan from its first corner, as three's loaders do with all; another one by cutting ears.
 * @param corners vertex ids, counter-clockwise seen from outside
 * @param positions 3 numbers per vertex
 * @returns indices into `corners`, 3 per triangle
 */
export function dividePolygon(corners: readonly number[], positions: ArrayLike<number>): number[] {
  const all = Array.from(corners, (_, i) => i);
  if (corners.length === 3) return all;
  const polygon = { corners, positions, normal: normalOf(corners, positions) };
  const isConvex = all.every((i) => side(polygon, all.at(i - 1)!, i, all[(i + 1) % all.length]) >= 0);
  if (isConvex || corners.length > MOST_EARS) return fan(all);
  return cutEars(polygon, all);
}

const fan = (ring: readonly number[]): number[] => ring.slice(2).flatMap((corner, i) => [ring[0], ring[i + 1], corner]);

function cutEars(polygon: Polygon, ring: number[]): number[] {
  const triangles: number[] = [];
  while (ring.length > 3) {
    const ear = ring.findIndex((_, i) => isEar(polygon, ring, i));
    // A polygon that crosses itself may have none.
    if (ear < 0) break;
    triangles.push(ring.at(ear - 1)!, ring[ear], ring[(ear + 1) % ring.length]);
    ring.splice(ear, 1);
  }
  return [...triangles, ...fan(ring)];
}

function isEar(polygon: Polygon, ring: readonly number[], i: number): boolean {
  const [a, b, c] = [ring.at(i - 1)!, ring[i], ring[(i + 1) % ring.length]];
  if (!(side(polygon, a, b, c) > 0)) return false;
  return ring.every(
    (d) =>
      d === a ||
      d === b ||
      d === c ||
      side(polygon, a, b, d) < 0 ||
      side(polygon, b, c, d) < 0 ||
      side(polygon, c, a, d) < 0,
  );
}

/** Positive if three corners turn to the left, seen from outside. */
function side({ corners, positions: p, normal }: Polygon, i: number, j: number, k: number): number {
  const [a, b, c] = [3 * corners[i], 3 * corners[j], 3 * corners[k]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  return (uy * vz - uz * vy) * normal[0] + (uz * vx - ux * vz) * normal[1] + (ux * vy - uy * vx) * normal[2];
}

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
