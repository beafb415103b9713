import { groupByKey } from './counting-sort.ts';
import { findSurfaceVertices } from './surface-mesh.ts';
import { BOUNDARY, NONE, type Topology } from './topology.ts';

/** The parts of a Topology that tell which faces, edges and vertices belong to the boundary. */
export type BoundaryFeatures = Pick<
  Topology,
  'tets' | 'neighbours' | 'faces' | 'surfaceIndices' | 'vertexFaceOffsets' | 'vertexFaces'
>;

/** All four corners of a tetrahedron, as bits: its inside. */
export const ALL_CORNERS = 0b1111;

/**
 * Tests whether a feature of a tetrahedron lies on the boundary: a face, an edge or a vertex of it. A point in the relative interior of an inner
 * feature is inside the body, since elements surround it.
 * @param t index in `tets` of the tetrahedron's first vertex
 * @param corners the feature's corners: bit k is set if corner k of the tetrahedron belongs to it
 */
export function isBoundaryFeature(topology: BoundaryFeatures, t: number, corners: number): boolean {
  const { tets, neighbours, surfaceIndices } = topology;
  let count = 0;
  let first = NONE;
  let last = NONE;
  let missing = 0;
  for (let k = 0; k < 4; k++) {
    if ((corners & (1 << k)) === 0) {
      missing = k;
      continue;
    }
    count++;
    if (first === NONE) first = tets[t + k];
    last = tets[t + k];
  }
  if (count === 4) return false;
  if (count === 3) return neighbours[t + missing] >= BOUNDARY;
  if (surfaceIndices[first] === NONE || surfaceIndices[last] === NONE) return false;
  return count === 1 || hasBoundaryEdge(topology, first, last);
}

/** Tests whether two vertices of the boundary are the ends of an edge of a boundary face. */
function hasBoundaryEdge(
  { faces, surfaceIndices, vertexFaceOffsets, vertexFaces }: BoundaryFeatures,
  from: number,
  to: number,
): boolean {
  const index = surfaceIndices[from];
  for (let i = vertexFaceOffsets[index]; i < vertexFaceOffsets[index + 1]; i++) {
    const f = 3 * vertexFaces[i];
    if (faces[f] === to || faces[f + 1] === to || faces[f + 2] === to) return true;
  }
  return false;
}

/** Lists the boundary features of a mesh that needn't be sound. @param tets, neighbours, faces as in Topology */
export function findBoundaryFeatures(
  tets: Uint32Array,
  neighbours: Uint32Array,
  faces: Uint32Array,
  vertexCount: number,
): BoundaryFeatures & Pick<Topology, 'surfaceVertices'> {
  const { surfaceVertices, surfaceIndices } = findSurfaceVertices(faces, vertexCount);
  const fans = groupByKey(
    faces.map((v) => surfaceIndices[v]),
    surfaceVertices.length,
    3,
  );
  return {
    tets,
    neighbours,
    faces,
    surfaceVertices,
    surfaceIndices,
    vertexFaceOffsets: fans.offsets,
    vertexFaces: fans.items,
  };
}
