import { signedVolumes } from './quality.ts';
import type { TetMesh } from './tet-mesh.ts';

/**
 * Checks that a mesh has tetrahedra of positive volumes.
 * @throws Error that names the first other one; that is also one with a vertex that is missing or isn't finite
 */
export function checkTets(mesh: TetMesh): void {
  if (mesh.tets.length === 0) throw new Error('The mesh has no tetrahedra, expected at least one');
  const volumes = signedVolumes(mesh);
  const bad = volumes.findIndex((volume) => !(volume > 0));
  if (bad >= 0)
    throw new Error(
      `Tetrahedron ${bad}, of the vertices ${mesh.tets.subarray(4 * bad, 4 * bad + 4).join(', ')}, has the volume ${volumes[bad]} m^3, expected a positive one`,
    );
}
