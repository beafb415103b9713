/**
 * Connectivity of a body: a surface and, for most bodies, the tetrahedra of the volume that it bounds. Without tetrahedra the body is a
 * sheet: its faces are two-sided and its edges may be open. Made once per model and shared by its bodies; independent of positions.
 * All ids are local to the model.
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
   * 4 per tetrahedron: the neighbour across the face opposite corner i. It is a tetrahedron's id, or `BOUNDARY | face` for a boundary
   * face.
   */
  readonly neighbours: Uint32Array;

  /** Boundary faces: 3 vertex ids each, normal outward. */
  readonly faces: Uint32Array;
  /** The tetrahedron of each boundary face; NONE for a sheet. */
  readonly faceTets: Uint32Array;
  /** 3 per boundary face: the boundary edge between its corners k and (k+1) % 3. */
  readonly faceEdges: Uint32Array;

  /** Boundary edges: 2 vertex ids each, the smaller first. */
  readonly edges: Uint32Array;
  /** 2 per boundary edge (a, b): the face that has it as a -> b, then the face that has it as b -> a; NONE for the missing face of an open edge. */
  readonly edgeFaces: Uint32Array;

  /** Vertex ids of the boundary's vertices, ascending. */
  readonly surfaceVertices: Uint32Array;
  /** For each vertex its index in `surfaceVertices`, or NONE. */
  readonly surfaceIndices: Uint32Array;
  /** Boundary faces around surface vertex i (its index): vertexFaces[vertexFaceOffsets[i] .. vertexFaceOffsets[i+1]], ascending. */
  readonly vertexFaceOffsets: Uint32Array;
  readonly vertexFaces: Uint32Array;
  /** Tetrahedra around surface vertex i (its index), likewise. */
  readonly vertexTetOffsets: Uint32Array;
  readonly vertexTets: Uint32Array;
}

/** Whether a body has tetrahedra: then it can contain points, and its faces have an outer side. */
export const hasVolume = ({ tetCount }: Pick<Topology, 'tetCount'>): boolean => tetCount > 0;

/** Flag in `Topology.neighbours`: the rest of the word is a boundary face's id. */
export const BOUNDARY = 0x8000_0000;
/** No such element. */
export const NONE = 0xffff_ffff;

/** Corner (0 to 3) of a tetrahedron at which a vertex is. @param t index in `tets` of the tetrahedron's first vertex */
export function cornerOf(tets: Uint32Array, t: number, vertex: number): number {
  return tets[t] === vertex ? 0 : tets[t + 1] === vertex ? 1 : tets[t + 2] === vertex ? 2 : 3;
}

/** The vertex of a tetrahedron that differs from three given ones. @param t index in `tets` of the tetrahedron's first vertex */
export function fourthOf(tets: Uint32Array, t: number, a: number, b: number, c: number): number {
  for (let i = t; i < t + 3; i++) if (tets[i] !== a && tets[i] !== b && tets[i] !== c) return tets[i];
  return tets[t + 3];
}

export const holdsVertex = (tets: Uint32Array, tet: number, vertex: number): boolean =>
  tets[4 * tet] === vertex ||
  tets[4 * tet + 1] === vertex ||
  tets[4 * tet + 2] === vertex ||
  tets[4 * tet + 3] === vertex;
