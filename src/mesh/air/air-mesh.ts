import { NONE } from '../topology.ts';

/** Words per element of an air mesh: four vertex ids. In the plane the fourth is NONE. */
export const AIR_STRIDE = 4;

/**
 * Elements that fill the space between bodies: tetrahedra, or, in the plane, triangles. All are positive at rest: counter-clockwise
 * triangles, tetrahedra a, b, c, d with det(b - a, c - a, d - a) > 0. Their vertices are vertices of bodies (a border is a body too).
 * Source: Mueller, Chentanez, Kim, Macklin 2015, Air Meshes for Robust Collision Handling.
 */
export interface AirMesh {
  readonly dimension: 2 | 3;
  /** AIR_STRIDE vertex ids per element; ids count the vertices of all placements of a scene, one placement after another. */
  readonly elements: Uint32Array;
}

/**
 * Corners of the facet opposite each corner of an element: of a triangle's edges, the element lies on the left; of a tetrahedron's faces, on
 * the side from which the corners run counter-clockwise. So the order of an element's corners says on which side of a body the air is, also
 * where positions don't, since the element is flat or inverted.
 */
export const FACETS = {
  2: [
    [1, 2],
    [2, 0],
    [0, 1],
  ],
  3: [
    [1, 3, 2],
    [0, 2, 3],
    [0, 3, 1],
    [0, 1, 2],
  ],
} as const;

/** Makes an air mesh from elements with 3 (plane) or 4 (space) vertex ids each. */
export function airMesh(dimension: 2 | 3, corners: ArrayLike<number>): AirMesh {
  const arity = dimension + 1;
  const elements = new Uint32Array((corners.length / arity) * AIR_STRIDE).fill(NONE);
  for (let i = 0; i < corners.length; i++) elements[Math.floor(i / arity) * AIR_STRIDE + (i % arity)] = corners[i];
  return { dimension, elements };
}

/**
 * Returns the signed measure of an element: twice the area of a triangle, six times the volume of a tetrahedron (equations 1 and 2, with the
 * sign that equation 1 lacks). It is below 0 if the element is inverted.
 * @param x positions, 3 per vertex    @param at offset of the element in `elements`
 */
export function signedMeasure(x: ArrayLike<number>, elements: Uint32Array, at: number): number {
  const a = 3 * elements[at];
  const b = 3 * elements[at + 1];
  const c = 3 * elements[at + 2];
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  if (elements[at + 3] === NONE) return ux * vy - uy * vx;
  const d = 3 * elements[at + 3];
  const uz = x[b + 2] - x[a + 2];
  const vz = x[c + 2] - x[a + 2];
  const wx = x[d] - x[a];
  const wy = x[d + 1] - x[a + 1];
  const wz = x[d + 2] - x[a + 2];
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
}
