import { groupByKey } from './counting-sort.ts';
import { matchEdges } from './match-edges.ts';
import { NONE, type Topology } from './topology.ts';

/** A triangle mesh of a surface in its rest shape. An edge may be open, that is, have only one triangle. */
export interface SurfaceMesh {
  /** Rest positions [m], flat, 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, flat, 3 per triangle; two neighbouring triangles run along their common edge in opposite directions. */
  readonly triangles: Uint32Array;
}

/**
 * Builds the connectivity of a surface: a topology without tetrahedra, whose faces are the triangles and whose edges have one or two
 * faces. Edges are sorted by their smaller vertex id, then by their larger one.
 * @param triangles vertex ids, 3 per triangle
 * @param vertexCount number of vertices; vertices that no triangle uses are allowed
 * @throws Error if a vertex id is out of range, if a triangle has the same vertex twice, if an edge has more than two triangles, or if
 *   both triangles of an edge run along it in the same direction
 */
export function buildSurfaceTopology(triangles: Uint32Array, vertexCount: number): Topology {
  checkTriangles(triangles, vertexCount);
  const { faceEdges, edges, edgeFaces } = matchEdges(triangles, vertexCount, true);
  const { surfaceVertices, surfaceIndices } = findSurfaceVertices(triangles, vertexCount);
  const fans = groupByKey(
    triangles.map((v) => surfaceIndices[v]),
    surfaceVertices.length,
    3,
  );
  return {
    vertexCount,
    tetCount: 0,
    faceCount: triangles.length / 3,
    edgeCount: edges.length / 2,
    surfaceVertexCount: surfaceVertices.length,
    tets: new Uint32Array(),
    neighbours: new Uint32Array(),
    faces: triangles,
    faceTets: new Uint32Array(triangles.length / 3).fill(NONE),
    faceEdges,
    edges,
    edgeFaces,
    surfaceVertices,
    surfaceIndices,
    vertexFaceOffsets: fans.offsets,
    vertexFaces: fans.items,
    vertexTetOffsets: new Uint32Array(surfaceVertices.length + 1),
    vertexTets: new Uint32Array(),
  };
}

function checkTriangles(triangles: Uint32Array, vertexCount: number): void {
  if (triangles.length === 0 || triangles.length % 3 !== 0)
    throw new Error(`Found ${triangles.length} vertex ids of triangles, expected a multiple of 3 above 0`);
  triangles.forEach((v, i) => {
    const first = i - (i % 3);
    if (v >= vertexCount) throw new Error(`Triangle ${first / 3} has vertex ${v}, expected ids below ${vertexCount}`);
    if (triangles.subarray(first, i).includes(v))
      throw new Error(`Triangle ${first / 3} has vertex ${v} twice, expected three different ones`);
  });
}

/** Returns the area of each triangle [m^2]. */
export function triangleAreas({ positions: x, triangles }: SurfaceMesh): Float64Array {
  return Float64Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
  });
}

/** Finds the vertices that faces use. @returns `surfaceVertices` and `surfaceIndices` as in Topology */
export function findSurfaceVertices(faces: Uint32Array, vertexCount: number) {
  const surfaceIndices = new Uint32Array(vertexCount).fill(NONE);
  for (let i = 0; i < faces.length; i++) surfaceIndices[faces[i]] = 0;
  let surfaceVertexCount = 0;
  for (let v = 0; v < vertexCount; v++) if (surfaceIndices[v] === 0) surfaceIndices[v] = surfaceVertexCount++;
  const surfaceVertices = new Uint32Array(surfaceVertexCount);
  for (let v = 0; v < vertexCount; v++) if (surfaceIndices[v] !== NONE) surfaceVertices[surfaceIndices[v]] = v;
  return { surfaceVertices, surfaceIndices };
}
