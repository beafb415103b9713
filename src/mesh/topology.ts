/**
 * How the elements of a body hang together: a surface and, for most, the volume of tetrahedra that it bounds. Without tetrahedra
 * the surface stands for itself, its faces have two sides, and its edges may be open. Made once a model, shared by its bodies,
 * independent of positions; every id is local to the model.
 */
export interface Topology {
  readonly vertexCount: number;
  readonly tetCount: number;
  readonly faceCount: number;
  readonly edgeCount: number;
  readonly surfaceVertexCount: number;

  /** Vertex ids, 4 a tetrahedron, positively oriented. */
  readonly tets: Uint32Array;
  /**
   * 4 a tetrahedron: what lies across the face opposite corner i. A tetrahedron's id, or
   * `BOUNDARY | face` where that face is the boundary's.
   */
  readonly neighbours: Uint32Array;

  /** Boundary faces: 3 vertex ids each, normal outward. */
  readonly faces: Uint32Array;
  /** The tetrahedron that each boundary face belongs to; NONE where there is no volume. */
  readonly faceTets: Uint32Array;
  /** 3 a boundary face: the boundary edge between its corners k and (k+1) % 3. */
  readonly faceEdges: Uint32Array;

  /** Boundary edges: 2 vertex ids each, the smaller first. */
  readonly edges: Uint32Array;
  /** 2 a boundary edge (a, b): the face that runs a -> b, then the face that runs b -> a; NONE for the one that an open edge lacks. */
  readonly edgeFaces: Uint32Array;

  /** Vertex ids of the boundary's vertices, ascending. */
  readonly surfaceVertices: Uint32Array;
  /** For each vertex its index in `surfaceVertices`, or NONE. */
  readonly surfaceIndices: Uint32Array;
  /** Boundary faces around surface vertex i (its index): items[offsets[i] .. offsets[i+1]], ascending. */
  readonly vertexFaceOffsets: Uint32Array;
  readonly vertexFaces: Uint32Array;
  /** Tetrahedra around surface vertex i (its index), ascending. */
  readonly vertexTetOffsets: Uint32Array;
  readonly vertexTets: Uint32Array;
}

/** Whether there is a volume: it contains points, and its faces have an outer side. */
export const hasVolume = ({ tetCount }: Pick<Topology, 'tetCount'>): boolean => tetCount > 0;

/** Set in `Topology.neighbours` where the rest of the word is a boundary face's id. */
export const BOUNDARY = 0x8000_0000;
/** No such element. */
export const NONE = 0xffff_ffff;

/** The corner of an element at which a vertex of it stands. @param t first number of the element in `tets` */
export function cornerOf(tets: Uint32Array, t: number, vertex: number): number {
  return tets[t] === vertex ? 0 : tets[t + 1] === vertex ? 1 : tets[t + 2] === vertex ? 2 : 3;
}

/** The vertex of an element that is none of three others. @param t first number of the element in `tets` */
export function fourthOf(tets: Uint32Array, t: number, a: number, b: number, c: number): number {
  for (let i = t; i < t + 3; i++) if (tets[i] !== a && tets[i] !== b && tets[i] !== c) return tets[i];
  return tets[t + 3];
}

export const holdsVertex = (tets: Uint32Array, tet: number, vertex: number): boolean =>
  tets[4 * tet] === vertex ||
  tets[4 * tet + 1] === vertex ||
  tets[4 * tet + 2] === vertex ||
  tets[4 * tet + 3] === vertex;
