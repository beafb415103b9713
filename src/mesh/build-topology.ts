import { groupByKey, sortByKeys } from './counting-sort.ts';
import { matchFaces } from './match-faces.ts';
import type { Topology } from './topology.ts';
import { NONE } from './topology.ts';

/**
 * Finds how the elements of a tetrahedral mesh hang together. Boundary faces are numbered by
 * tetrahedron, then corner; boundary edges by their smaller, then larger vertex.
 * @param tets vertex ids, 4 a tetrahedron, positively oriented (the caller's duty: faces of others point inward)
 * @param vertexCount ids run from 0 to this; a vertex may be unused
 * @throws Error where a tetrahedron names a vertex that isn't there or the same one twice, more than two tetrahedra or
 * two on the same side share a face, or a boundary edge hasn't exactly two boundary faces that run along it in opposite directions
 */
export function buildTopology(tets: Uint32Array, vertexCount: number): Topology {
  checkTets(tets, vertexCount);
  const { neighbours, faces, faceTets } = matchFaces(tets, vertexCount);
  const { faceEdges, edges, edgeFaces } = matchEdges(faces, vertexCount);
  const { surfaceVertices, surfaceIndices } = findSurfaceVertices(faces, vertexCount);
  const around = findFans(tets, faces, surfaceIndices, surfaceVertices.length);
  return {
    vertexCount,
    tetCount: tets.length / 4,
    faceCount: faceTets.length,
    edgeCount: edges.length / 2,
    surfaceVertexCount: surfaceVertices.length,
    tets,
    neighbours,
    faces,
    faceTets,
    faceEdges,
    edges,
    edgeFaces,
    surfaceVertices,
    surfaceIndices,
    ...around,
  };
}

function checkTets(tets: Uint32Array, vertexCount: number): void {
  if (tets.length % 4 !== 0) throw new Error(`Found ${tets.length} vertex ids of tetrahedra, expected a multiple of 4`);
  for (let i = 0; i < tets.length; i++) {
    if (tets[i] >= vertexCount)
      throw new Error(`Tetrahedron ${i >> 2} has vertex ${tets[i]}, expected ids below ${vertexCount}`);
    for (let j = i & ~3; j < i; j++)
      if (tets[j] === tets[i])
        throw new Error(`Tetrahedron ${i >> 2} has vertex ${tets[i]} twice, expected four different ones`);
  }
}

/** Pairs the 3 sides of all boundary faces by their ends. */
function matchEdges(faces: Uint32Array, vertexCount: number) {
  const count = faces.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  const end = (h: number) => faces[h % 3 === 2 ? h - 2 : h + 1];
  for (let h = 0; h < count; h++) {
    low[h] = Math.min(faces[h], end(h));
    high[h] = Math.max(faces[h], end(h));
  }
  const order = sortByKeys([low, high], vertexCount);
  const faceEdges = new Uint32Array(count);
  const edges = new Uint32Array(count);
  const edgeFaces = new Uint32Array(count);
  for (let i = 0, next = 0; i < count; i = next) {
    const a = low[order[i]];
    const b = high[order[i]];
    for (next = i + 1; next < count && low[order[next]] === a && high[order[next]] === b; ) next++;
    if (next - i !== 2) throw new Error(`Boundary edge (${a}, ${b}) has ${next - i} boundary faces, expected two`);
    const [g, h] = faces[order[i]] === a ? [order[i], order[i + 1]] : [order[i + 1], order[i]];
    if (faces[g] !== a || faces[h] !== b)
      throw new Error(
        `Both boundary faces of edge (${a}, ${b}) run the same way, expected opposite ways: is a tetrahedron inverted?`,
      );
    edges.set([a, b], i);
    edgeFaces[i] = Math.floor(g / 3);
    edgeFaces[i + 1] = Math.floor(h / 3);
    faceEdges[g] = faceEdges[h] = i / 2;
  }
  return { faceEdges, edges, edgeFaces };
}

function findSurfaceVertices(faces: Uint32Array, vertexCount: number) {
  const surfaceIndices = new Uint32Array(vertexCount).fill(NONE);
  for (let i = 0; i < faces.length; i++) surfaceIndices[faces[i]] = 0;
  let surfaceVertexCount = 0;
  for (let v = 0; v < vertexCount; v++) if (surfaceIndices[v] === 0) surfaceIndices[v] = surfaceVertexCount++;
  const surfaceVertices = new Uint32Array(surfaceVertexCount);
  for (let v = 0; v < vertexCount; v++) if (surfaceIndices[v] !== NONE) surfaceVertices[surfaceIndices[v]] = v;
  return { surfaceVertices, surfaceIndices };
}

/** Boundary faces and tetrahedra around each surface vertex. */
function findFans(tets: Uint32Array, faces: Uint32Array, surfaceIndices: Uint32Array, surfaceVertexCount: number) {
  const byFace = groupByKey(
    faces.map((v) => surfaceIndices[v]),
    surfaceVertexCount,
    3,
  );
  // Interior vertices share one last group, which is cut off again.
  const byTet = groupByKey(
    tets.map((v) => Math.min(surfaceIndices[v], surfaceVertexCount)),
    surfaceVertexCount + 1,
    4,
  );
  const vertexTetOffsets = byTet.offsets.slice(0, surfaceVertexCount + 1);
  return {
    vertexFaceOffsets: byFace.offsets,
    vertexFaces: byFace.items,
    vertexTetOffsets,
    vertexTets: byTet.items.slice(0, vertexTetOffsets[surfaceVertexCount]),
  };
}
