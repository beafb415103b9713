import { groupByKey } from './counting-sort.ts';
import { matchEdges } from './match-edges.ts';
import { matchFaces } from './match-faces.ts';
import { findSurfaceVertices } from './surface-mesh.ts';
import type { Topology } from './topology.ts';

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
