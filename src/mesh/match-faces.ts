import { sortByKeys } from './counting-sort.ts';
import { TET_FACES } from './tet-mesh.ts';
import { BOUNDARY, NONE } from './topology.ts';

/**
 * Finds the neighbours of all tetrahedra. Two tetrahedra are neighbours if a face of one has the same corners as a face of the other. Faces
 * without a neighbour are boundary faces.
 * @param tets vertex ids below `vertexCount`, 4 per tetrahedron
 * @returns `neighbours`, `faces`, `faceTets` as in Topology
 * @throws Error if three tetrahedra share a face, or if two tetrahedra lie on the same side of a face
 */
export function matchFaces(tets: Uint32Array, vertexCount: number) {
  const count = tets.length;
  const low = new Uint32Array(count);
  const mid = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let f = 0; f < count; f++) {
    // Face f belongs to tetrahedron f >> 2 and lies opposite its corner f & 3.
    const corners = TET_FACES[f & 3];
    const a = tets[(f & ~3) + corners[0]];
    const b = tets[(f & ~3) + corners[1]];
    const c = tets[(f & ~3) + corners[2]];
    low[f] = Math.min(a, b, c);
    high[f] = Math.max(a, b, c);
    mid[f] = a + b + c - low[f] - high[f];
  }
  const order = sortByKeys([low, mid, high], vertexCount);
  const neighbours = new Uint32Array(count).fill(NONE);
  const haveSameCorners = (f: number, g: number) => low[f] === low[g] && mid[f] === mid[g] && high[f] === high[g];
  let faceCount = count;
  for (let i = 0; i + 1 < count; i++) {
    const f = order[i];
    const g = order[i + 1];
    if (!haveSameCorners(f, g)) continue;
    if (i + 2 < count && haveSameCorners(f, order[i + 2]))
      throw new Error(
        `Face (${low[f]}, ${mid[f]}, ${high[f]}) belongs to tetrahedra ${f >> 2}, ${g >> 2} and ${order[i + 2] >> 2}, expected at most two`,
      );
    if (haveSameOrientation(tets, f, g))
      throw new Error(
        `Tetrahedra ${f >> 2} and ${g >> 2} lie on the same side of face (${low[f]}, ${mid[f]}, ${high[f]}), ` +
          'expected one tetrahedron on each side: is one of them given twice, or inverted?',
      );
    neighbours[f] = g >> 2;
    neighbours[g] = f >> 2;
    faceCount -= 2;
    i++;
  }
  return { neighbours, ...numberFaces(tets, neighbours, faceCount) };
}

/** Whether two faces with the same corners have the same orientation. Face f lies opposite corner f & 3 of tetrahedron f >> 2. */
function haveSameOrientation(tets: Uint32Array, f: number, g: number): boolean {
  const corner = (face: number, k: number) => tets[(face & ~3) + TET_FACES[face & 3][k % 3]];
  const k = [0, 1, 2].findIndex((turn) => corner(g, turn) === corner(f, 0));
  return corner(g, k + 1) === corner(f, 1);
}

/** Numbers the boundary faces. In `neighbours`, replaces NONE by `BOUNDARY | face`. */
function numberFaces(tets: Uint32Array, neighbours: Uint32Array, faceCount: number) {
  const faces = new Uint32Array(3 * faceCount);
  const faceTets = new Uint32Array(faceCount);
  let face = 0;
  for (let f = 0; f < neighbours.length; f++) {
    if (neighbours[f] !== NONE) continue;
    for (let k = 0; k < 3; k++) faces[3 * face + k] = tets[(f & ~3) + TET_FACES[f & 3][k]];
    faceTets[face] = f >> 2;
    neighbours[f] = BOUNDARY | face++;
  }
  return { faces, faceTets };
}
