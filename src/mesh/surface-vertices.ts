import { NONE } from './topology.ts';

/** The vertices of faces, ascending, and for each vertex its place among them, or NONE: as in Topology. */
export function findSurfaceVertices(faces: Uint32Array, vertexCount: number) {
  const surfaceIndices = new Uint32Array(vertexCount).fill(NONE);
  for (let i = 0; i < faces.length; i++) surfaceIndices[faces[i]] = 0;
  let surfaceVertexCount = 0;
  for (let v = 0; v < vertexCount; v++) if (surfaceIndices[v] === 0) surfaceIndices[v] = surfaceVertexCount++;
  const surfaceVertices = new Uint32Array(surfaceVertexCount);
  for (let v = 0; v < vertexCount; v++) if (surfaceIndices[v] !== NONE) surfaceVertices[surfaceIndices[v]] = v;
  return { surfaceVertices, surfaceIndices };
}
