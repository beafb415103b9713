/** A tetrahedral mesh in its rest shape, from which models are made. */
export interface TetMesh {
  /** Rest positions [m], flat, 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, flat, 4 per tetrahedron; positively oriented: (b-a) x (c-a) . (d-a) > 0. */
  readonly tets: Uint32Array;
}

export const vertexCount = (mesh: TetMesh): number => mesh.positions.length / 3;
export const tetCount = (mesh: TetMesh): number => mesh.tets.length / 4;

/**
 * The faces of a positively oriented tetrahedron: row i is the face opposite corner i, its corners
 * ordered so that its normal (b-a) x (c-a) points out of the tetrahedron.
 */
export const TET_FACES: readonly (readonly [number, number, number])[] = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
];
