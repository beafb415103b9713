import { rows, type WrittenMesh } from './written-mesh.ts';

/**
 * Writes the `.node` and the `.ele` file of TetGen. Ids begin at 0. Triangles have no place there.
 * Source: Si 2015, TetGen 1.5, A Quality Tetrahedral Mesh Generator and 3D Delaunay Triangulator, Manual, section 5.
 */
export const writeTetgen = ({ positions, tets }: WrittenMesh): { readonly node: string; readonly ele: string } => ({
  node: [`${positions.length / 3} 3 0 0`, ...rows(positions, 3, String), ''].join('\n'),
  ele: [`${tets.length / 4} 4 0`, ...rows(tets, 4, String), ''].join('\n'),
});
