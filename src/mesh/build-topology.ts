import { groupByKey } from './counting-sort.ts';
import { matchEdges } from './match-edges.ts';
import { matchFaces } from './match-faces.ts';
import { findSurfaceVertices } from './surface-mesh.ts';
import type { Topology } from './topology.ts';

/**
 * Builds the connectivity of a tetrahedral mesh. Boundary faces are numbered in the order of their tetrahedra, and within a tetrahedron
 * in the order of the corners opposite them. Boundary edges are sorted by their smaller vertex id, then by their larger one.
 * @param tets vertex ids, 4 per tetrahedron; each tetrahedron must be positively oriented, else its boundary faces point inwards
 * @param vertexCount number of vertices; vertices that no tetrahedron uses are allowed
 * @throws Error if a vertex id is out of range, if a tetrahedron has the same vertex twice, if three tetrahedra share a face, if two
 *   tetrahedra lie on the same side of a face, or if a boundary edge doesn't have exactly two boundary faces that run along it in
 *   opposite directions
 */
export function buildTopology(tets: Uint32Array, vertexCount: number): Topology {
  checkTets(tets, vertexCount);
  const { neighbours, faces, faceTets } = matchFaces(tets, vertexCount);
  const { faceEdges, edges, edgeFaces } = matchEdges(faces, vertexCount);
  const { surfaceVertices, surfaceIndices } = findSurfaceVertices(faces, vertexCount);
  const fans = findFans(tets, faces, surfaceIndices, surfaceVertices.length);
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
    ...fans,
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

/** Lists the boundary faces and the tetrahedra around each surface vertex, as in Topology. */
function findFans(tets: Uint32Array, faces: Uint32Array, surfaceIndices: Uint32Array, surfaceVertexCount: number) {
  const byFace = groupByKey(
    faces.map((v) => surfaceIndices[v]),
    surfaceVertexCount,
    3,
  );
  // All inner vertices share one extra group at the end, which is cut off below.
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
