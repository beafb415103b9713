import { cross } from '../math/vectors.ts';

type Vector = readonly number[];

const difference = (p: Vector, q: Vector): Vector => p.map((x, i) => x - q[i]);
/** In 2D and 3D. */
const dot = (p: Vector, q: Vector): number => p.reduce((sum, x, i) => sum + x * q[i], 0);

/** A vertex of flat positions, `dim` numbers each. */
export const vertexAt = (positions: ArrayLike<number>, vertex: number, dim: number): Vector =>
  Array.from({ length: dim }, (_, axis) => positions[dim * vertex + axis]);

/** Perpendicular to a side of a triangle, or to a face of a tetrahedron. */
const normalOf = (side: readonly Vector[]): Vector => {
  const [u, v] = side.slice(1).map((corner) => difference(corner, side[0]));
  return side.length === 2 ? [u[1], -u[0]] : cross(u, v);
};

/**
 * How far a point lies outside of a triangle or tetrahedron, given by its corners, and the longest edge.
 *
 * The distance is the largest by which the point lies past the line or plane of a side, seen from the opposite corner, or
 * past the element's box: 0 inside, whether or not the element is inverted. Where the corner lies in its side's plane the
 * distance to the plane counts; the box bounds what planes of a flat element can't.
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
