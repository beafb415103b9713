import { cross } from '../math/arithmetic.ts';

type Vector = readonly number[];

const difference = (p: Vector, q: Vector): Vector => p.map((x, i) => x - q[i]);
/** Dot product of two vectors of any dimension. */
const dot = (p: Vector, q: Vector): number => p.reduce((sum, x, i) => sum + x * q[i], 0);

/** Returns the position of a vertex. @param dim numbers per vertex in `positions` */
export const vertexAt = (positions: ArrayLike<number>, vertex: number, dim: number): Vector =>
  Array.from({ length: dim }, (_, axis) => positions[dim * vertex + axis]);

/** Returns a vector perpendicular to a side of a triangle (2 points) or to a face of a tetrahedron (3 points). */
const normalOf = (side: readonly Vector[]): Vector => {
  const [u, v] = side.slice(1).map((corner) => difference(corner, side[0]));
  return side.length === 2 ? [u[1], -u[0]] : cross(u, v);
};

/**
 * Returns how far a point lies outside of a triangle or tetrahedron, and the length of the element's longest edge [unit of the points].
 * A path query whose point lies too far outside of the element that it names is refused.
 *
 * The distance is 0 inside, also in an inverted element. Outside, it is the largest of these distances:
 * - For each side (in 3D: face), the distance by which the point lies beyond the side's line (plane), seen from the opposite corner. If
 *   the opposite corner lies in that plane, the point's distance from the plane counts.
 * - For each axis, the distance by which the point lies outside of the element's bounding box. The box matters for flat elements, which
 *   their planes don't bound.
 * @param corners the element's corners: 3 points of 2 numbers, or 4 of 3
 */
export function outsideElement(corners: readonly Vector[], point: Vector): { distance: number; longestEdge: number } {
  let distance = 0;
  for (let axis = 0; axis < point.length; axis++) {
    const values = corners.map((corner) => corner[axis]);
    distance = Math.max(distance, Math.min(...values) - point[axis], point[axis] - Math.max(...values));
  }
  corners.forEach((corner, i) => {
    const side = corners.filter((_, k) => k !== i);
    const normal = normalOf(side);
    const length = Math.sqrt(dot(normal, normal));
    if (length === 0) return;
    const inward = Math.sign(dot(normal, difference(corner, side[0])));
    const height = dot(normal, difference(point, side[0])) / length;
    distance = Math.max(distance, inward === 0 ? Math.abs(height) : -inward * height);
  });
  const lengths = corners.flatMap((p) => corners.map((q) => Math.hypot(...difference(p, q))));
  return { distance, longestEdge: Math.max(...lengths) };
}
