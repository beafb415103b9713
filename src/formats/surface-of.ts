import { type FileMesh, isSurface, MeshFileError, plural } from './file-mesh.ts';
import type { FileSurface } from './file-surface.ts';
import { coordinate } from './read/read-numbers.ts';
import { tidySurface } from './read/raw-surface.ts';

/**
 * Makes a surface of the triangles that a file in a format of tetrahedra holds.
 * @throws MeshFileError if it holds tetrahedra, or no triangles
 */
export function surfaceOf(mesh: FileMesh): FileSurface {
  const { positions, tets, triangles, notes } = mesh;
  if (!isSurface(mesh))
    throw new MeshFileError(
      `The file has ${plural(tets.length / 4, 'tetrahedron', 'tetrahedra')} and ${plural(triangles.length / 3, 'triangle')}; expected a surface, which has triangles only`,
    );
  let i = 0;
  const where = () => `The coordinate ${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)}`;
  for (; i < positions.length; i++) coordinate(positions[i], where);
  return tidySurface({ positions, triangles, materials: [], notes });
}
