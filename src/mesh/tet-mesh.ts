/** A tetrahedral mesh in its rest shape. `createModel` makes a model from a mesh. */
export interface TetMesh {
  /** Rest positions [m], flat, 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids a, b, c, d, flat, 4 per tetrahedron; positively oriented: (b-a) x (c-a) . (d-a) > 0. */
  readonly tets: Uint32Array;
}

export const vertexCount = (mesh: TetMesh): number => mesh.positions.length / 3;
export const tetCount = (mesh: TetMesh): number => mesh.tets.length / 4;

/**
 * The faces of a positively oriented tetrahedron: row i lists the corners a, b, c of the face opposite corner i. The face's normal
 * (b-a) x (c-a) points out of the tetrahedron.
 */
export const TET_FACES: readonly (readonly [number, number, number])[] = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
];
