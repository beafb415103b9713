/**
 * Air between copies of one triangulation: between layers of cloth, or between the levels through which a planar cross-section is swept. A
 * triangle of two neighbouring copies makes a prism of three tetrahedra. The diagonal of each of its sides starts at the side's vertex with
 * the smallest id. So prisms that share a side agree, and every prism can be split (Dompierre et al. 1999, "How to subdivide pyramids,
 * prisms and hexahedra into tetrahedra").
 */
import { AIR_STRIDE, type AirMesh } from './air-mesh.ts';

/**
 * Fills the space between neighbouring copies. Where two copies have a vertex in common, as in a seam, prisms become pyramids or tetrahedra.
 * @param triangles vertex ids of the triangulation, 3 per triangle; normals point from each copy to the next one, which for levels of a
 *   cross-section means counter-clockwise as seen from the last level
 * @param copies for each copy the vertex ids in the scene of the triangulation's vertices
 */
export function prismAir(triangles: ArrayLike<number>, copies: readonly ArrayLike<number>[]): AirMesh {
  const elements: number[] = [];
  for (let n = 0; n + 1 < copies.length; n++)
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const ids = (copy: ArrayLike<number>) => corners.map((v) => copy[v]);
      splitPrism(ids(copies[n]), ids(copies[n + 1]), elements);
    }
  return { dimension: 3, elements: Uint32Array.from(elements) };
}

/** Whether the diagonal of the side over the edge (i, j) joins low[i] with high[j], not low[j] with high[i]. */
function joins(low: readonly number[], high: readonly number[], i: number, j: number): boolean {
  const [first, second] = [Math.min(low[i], high[j]), Math.min(low[j], high[i])];
  return first < second || (first === second && low[i] === high[i]); // equal at a seam: the side is a triangle
}

/** Appends the tetrahedra of a prism. @param low ids of its lower corners, counter-clockwise as seen from above @param high those above */
function splitPrism(low: readonly number[], high: readonly number[], elements: number[]): void {
  // By the rule of the smallest id, one lower corner at least has both diagonals of its sides.
  const i = [0, 1, 2].findIndex((c) => joins(low, high, c, (c + 1) % 3) && joins(low, high, c, (c + 2) % 3));
  const [j, k] = [(i + 1) % 3, (i + 2) % 3];
  push(elements, low[i], high[i], high[j], high[k]);
  if (joins(low, high, j, k)) {
    push(elements, low[i], low[j], low[k], high[k]);
    push(elements, low[i], low[j], high[k], high[j]);
  } else {
    push(elements, low[i], low[j], low[k], high[j]);
    push(elements, low[i], low[k], high[k], high[j]);
  }
}

/** Appends a tetrahedron, unless it is flat because copies have vertices in common. */
function push(elements: number[], ...tet: number[]): void {
  if (new Set(tet).size === AIR_STRIDE) elements.push(...tet);
}

/**
 * Returns the triangles of the surface that a line of the cross-section sweeps. They are faces of the air on either side of it, so a cloth or
 * a wall with these triangles conforms.
 * @param line vertices of the triangulation, in order; if it is closed, the last one is joined to the first one. Around a counter-clockwise
 *   closed line, normals point outwards
 * @param copies as in `prismAir`; or a body's own ids, if they come in the same order as in the scene
 */
export function sweptTriangles(
  line: ArrayLike<number>,
  copies: readonly ArrayLike<number>[],
  closed: boolean,
): Uint32Array {
  const triangles: number[] = [];
  for (let n = 0; n + 1 < copies.length; n++)
    for (let p = closed ? 0 : 1; p < line.length; p++) {
      const ends = [line[(p + line.length - 1) % line.length], line[p]];
      const [low, high] = [copies[n], copies[n + 1]].map((copy) => ends.map((v) => copy[v]));
      if (joins(low, high, 0, 1)) triangles.push(low[0], low[1], high[1], low[0], high[1], high[0]);
      else triangles.push(low[0], low[1], high[0], low[1], high[1], high[0]);
    }
  return Uint32Array.from(triangles);
}

/**
 * Checks that air in space is positive at rest.
 * @param positions of the scene's vertices [m], 3 numbers per vertex
 * @throws Error that names the first element that isn't
 */
export function checkPositive({ elements }: AirMesh, positions: ArrayLike<number>): void {
  for (let e = 0; e < elements.length; e += AIR_STRIDE) {
    const ids = elements.subarray(e, e + AIR_STRIDE);
    const [ux, uy, uz, vx, vy, vz, wx, wy, wz] = [1, 2, 3].flatMap((c) =>
      [0, 1, 2].map((k) => positions[3 * ids[c] + k] - positions[3 * ids[0] + k]),
    );
    const det = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
    if (!(det > 0))
      throw new Error(
        `Air element ${e / AIR_STRIDE} with the vertices ${ids.join(', ')} has the volume ${det / 6} m^3, expected a positive one: ` +
          'do the copies lie in the order of their normals, and is each wide enough against the gap to the next one?',
      );
  }
}
