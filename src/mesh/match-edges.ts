import { sortByKeys } from './counting-sort.ts';
import { NONE } from './topology.ts';

/**
 * Finds the edges of a surface. Sides of two faces belong to the same edge if they have the same end vertices.
 * @param faces vertex ids below `vertexCount`, 3 per face
 * @param allowsOpenEdges whether an edge may have one face instead of two; NONE then stands for the missing face
 * @returns `faceEdges`, `edges`, `edgeFaces` as in Topology
 * @throws Error if an edge has too many or too few faces, or if both its faces run along it in the same direction
 */
export function matchEdges(faces: Uint32Array, vertexCount: number, allowsOpenEdges = false) {
  const count = faces.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  // Side h runs from vertex faces[h] to end(h).
  const end = (h: number) => faces[h % 3 === 2 ? h - 2 : h + 1];
  for (let h = 0; h < count; h++) {
    low[h] = Math.min(faces[h], end(h));
    high[h] = Math.max(faces[h], end(h));
  }
  const order = sortByKeys([low, high], vertexCount);
  const faceEdges = new Uint32Array(count);
  const edges: number[] = [];
  const edgeFaces: number[] = [];
  for (let i = 0, next = 0; i < count; i = next) {
    const a = low[order[i]];
    const b = high[order[i]];
    for (next = i + 1; next < count && low[order[next]] === a && high[order[next]] === b; ) next++;
    if (allowsOpenEdges && next - i === 1) {
      edges.push(a, b);
      const face = Math.floor(order[i] / 3);
      edgeFaces.push(...(faces[order[i]] === a ? [face, NONE] : [NONE, face]));
      faceEdges[order[i]] = edges.length / 2 - 1;
      continue;
    }
    if (next - i !== 2)
      throw new Error(
        `Boundary edge (${a}, ${b}) has ${next - i} boundary faces, expected ${allowsOpenEdges ? 'one or two' : 'two'}`,
      );
    // Side g runs from a to b, side h from b to a.
    const [g, h] = faces[order[i]] === a ? [order[i], order[i + 1]] : [order[i + 1], order[i]];
    if (faces[g] !== a || faces[h] !== b)
      throw new Error(
        `Both boundary faces of edge (${a}, ${b}) run along it in the same direction, expected opposite directions: is a tetrahedron inverted?`,
      );
    edges.push(a, b);
    edgeFaces.push(Math.floor(g / 3), Math.floor(h / 3));
    faceEdges[g] = faceEdges[h] = edges.length / 2 - 1;
  }
  return { faceEdges, edges: Uint32Array.from(edges), edgeFaces: Uint32Array.from(edgeFaces) };
}
