/**
 * Connectivity of a body. Most bodies are volumes of tetrahedra, whose boundary is the surface. A body without tetrahedra is a sheet: its
 * faces are two-sided, and an edge may be open (have only one face). All bodies of a model share one topology. A topology doesn't depend
 * on positions. All ids are local to the model.
 */
export interface Topology {
  readonly vertexCount: number;
  readonly tetCount: number;
  readonly faceCount: number;
  readonly edgeCount: number;
  readonly surfaceVertexCount: number;

  /** Vertex ids, 4 per tetrahedron, positively oriented. */
  readonly tets: Uint32Array;
  /**
   * Neighbours of the tetrahedra, 4 per tetrahedron; entry i belongs to the face opposite corner i. The entry is the id of the tetrahedron
   * beyond that face. If there is none, the entry is `BOUNDARY | face`, where `face` is the id of the boundary face.
   */
  readonly neighbours: Uint32Array;

  /** Boundary faces: 3 vertex ids each, ordered so that the normal points outwards. */
  readonly faces: Uint32Array;
  /** The tetrahedron of each boundary face; NONE for a sheet. */
  readonly faceTets: Uint32Array;
  /** Boundary edge ids, 3 per boundary face; entry k is the edge between the face's corners k and (k+1) % 3. */
  readonly faceEdges: Uint32Array;

  /** Boundary edges: 2 vertex ids each, the smaller first. */
  readonly edges: Uint32Array;
  /**
   * Boundary faces of the edges, 2 per boundary edge (a, b): the face that runs along it from a to b, then the face that runs from b to a.
   * NONE if that face is missing (open edge).
   */
  readonly edgeFaces: Uint32Array;

  /** Vertex ids of the boundary's vertices, ascending. */
  readonly surfaceVertices: Uint32Array;
  /** For each vertex its index in `surfaceVertices`, or NONE for an inner vertex. */
  readonly surfaceIndices: Uint32Array;
  /** Boundary faces around the vertex surfaceVertices[i]: vertexFaces[vertexFaceOffsets[i] .. vertexFaceOffsets[i+1]], ascending. */
  readonly vertexFaceOffsets: Uint32Array;
  readonly vertexFaces: Uint32Array;
  /** Tetrahedra around the vertex surfaceVertices[i]: vertexTets[vertexTetOffsets[i] .. vertexTetOffsets[i+1]], ascending. */
  readonly vertexTetOffsets: Uint32Array;
  readonly vertexTets: Uint32Array;
}

/** Whether a body has tetrahedra. Only such a body can contain points, and only its faces have an outer side. */
export const hasVolume = ({ tetCount }: Pick<Topology, 'tetCount'>): boolean => tetCount > 0;

/** Flag bit in `Topology.neighbours`: if it is set, the other 31 bits are a boundary face's id. */
export const BOUNDARY = 0x8000_0000;
/** Stands in an array of ids for "no such element". */
export const NONE = 0xffff_ffff;

/** Returns which corner (0 to 3) of a tetrahedron a vertex is. @param t index in `tets` of the tetrahedron's first vertex */
export function cornerOf(tets: Uint32Array, t: number, vertex: number): number {
  return tets[t] === vertex ? 0 : tets[t + 1] === vertex ? 1 : tets[t + 2] === vertex ? 2 : 3;
}

/** Returns the vertex of a tetrahedron that is none of a, b, c. @param t index in `tets` of the tetrahedron's first vertex */
export function fourthOf(tets: Uint32Array, t: number, a: number, b: number, c: number): number {
  for (let i = t; i < t + 3; i++) if (tets[i] !== a && tets[i] !== b && tets[i] !== c) return tets[i];
  return tets[t + 3];
}

export const holdsVertex = (tets: Uint32Array, tet: number, vertex: number): boolean =>
  tets[4 * tet] === vertex ||
  tets[4 * tet + 1] === vertex ||
  tets[4 * tet + 2] === vertex ||
  tets[4 * tet + 3] === vertex;
