import { sortByKeys } from './counting-sort.ts';
import { TET_FACES } from './tet-mesh.ts';
import { BOUNDARY, NONE } from './topology.ts';

/** A face that more than two tetrahedra have, or that two have which lie on the same side of it. */
export interface FaceFault {
  /** Vertex ids, ascending. */
  readonly vertices: readonly [number, number, number];
  /** Its tetrahedra, if they are three or more, or the two on the same side. */
  readonly tets: readonly number[];
}

/**
 * Finds the neighbours of all tetrahedra. Two tetrahedra are neighbours if a face of one has the same corners as a face of the other. Faces
 * without a neighbour are boundary faces.
 * @param tets vertex ids below `vertexCount`, 4 per tetrahedron
 * @returns `neighbours`, `faces`, `faceTets` as in Topology
 * @throws Error if three tetrahedra share a face, or if two tetrahedra lie on the same side of a face
 */
export function matchFaces(tets: Uint32Array, vertexCount: number) {
  const { neighbours, faults, faceCount } = pairFaces(tets, vertexCount);
  const [fault] = faults;
  if (fault) {
    const face = `(${fault.vertices.join(', ')})`;
    const [first, second, third] = fault.tets;
    throw new Error(
      third !== undefined
        ? `Face ${face} belongs to tetrahedra ${first}, ${second} and ${third}, expected at most two`
        : `Tetrahedra ${first} and ${second} lie on the same side of face ${face}, ` +
            'expected one tetrahedron on each side: is one of them given twice, or inverted?',
    );
  }
  return { neighbours, ...numberFaces(tets, neighbours, faceCount) };
}

/**
 * Finds the neighbours of tetrahedra like matchFaces, but lists faults.
 * @returns neighbours: the tetrahedron beyond each face, 4 per tetrahedron; NONE for a boundary face, the tetrahedron itself for a face with a
 *   fault. faceCount: number of boundary faces. faults: by their vertices, ascending
 */
export function pairFaces(tets: Uint32Array, vertexCount: number) {
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
  const faults: FaceFault[] = [];
  let faceCount = count;
  for (let i = 0, next = 0; i < count; i = next) {
    const f = order[i];
    const isSame = (g: number) => low[f] === low[g] && mid[f] === mid[g] && high[f] === high[g];
    for (next = i + 1; next < count && isSame(order[next]); ) next++;
    if (next === i + 1) continue;
    const g = order[i + 1];
    faceCount -= next - i;
    if (next - i > 2 || haveSameOrientation(tets, f, g)) {
      const found = [...order.subarray(i, next)].map((face) => face >> 2);
      faults.push({ vertices: [low[f], mid[f], high[f]], tets: found });
      for (let k = i; k < next; k++) neighbours[order[k]] = order[k] >> 2;
      continue;
    }
    neighbours[f] = g >> 2;
    neighbours[g] = f >> 2;
  }
  return { neighbours, faceCount, faults };
}

/** Whether two faces with the same corners have the same orientation. Face f lies opposite corner f & 3 of tetrahedron f >> 2. */
function haveSameOrientation(tets: Uint32Array, f: number, g: number): boolean {
  const corner = (face: number, k: number) => tets[(face & ~3) + TET_FACES[face & 3][k % 3]];
  const k = [0, 1, 2].findIndex((turn) => corner(g, turn) === corner(f, 0));
  return corner(g, k + 1) === corner(f, 1);
}

/** Numbers the boundary faces. In `neighbours`, as pairFaces returns them, replaces NONE by `BOUNDARY | face`. */
export function numberFaces(tets: Uint32Array, neighbours: Uint32Array, faceCount: number) {
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
