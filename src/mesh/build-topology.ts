import { groupByKey } from './counting-sort.ts';
import { matchEdges } from './match-edges.ts';
import { matchFaces } from './match-faces.ts';
import { findSurfaceVertices } from './surface-mesh.ts';
import type { Topology } from './topology.ts';

/**
 * Builds the connectivity of a tetrahedral mesh. Boundary faces are numbered by tetrahedron, then corner; boundary edges by their
 * smaller, then larger vertex.
 * @param tets vertex ids, 4 per tetrahedron; must be positively oriented, else boundary faces point inwards
 * @param vertexCount number of vertices; some may be unused
 * @throws Error if a tetrahedron has a vertex id out of range or one twice, if more than two tetrahedra, or two on the same side,
 *   share a face, or if a boundary edge doesn't have exactly two boundary faces with opposite directions
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

/** Finds the boundary faces and the tetrahedra around each surface vertex. */
function findFans(tets: Uint32Array, faces: Uint32Array, surfaceIndices: Uint32Array, surfaceVertexCount: number) {
  const byFace = groupByKey(
    faces.map((v) => surfaceIndices[v]),
    surfaceVertexCount,
    3,
  );
  // Inner vertices form one last group, which is cut off afterwards.
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
