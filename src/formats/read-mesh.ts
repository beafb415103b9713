import { type FileMesh, isSurface } from './file-mesh.ts';
import type { FileSurface } from './file-surface.ts';
import { extensionOf, type GivenFile, named } from './given-file.ts';
import { readSurface, SURFACE_FORMATS } from './read-surface.ts';
import { readTets } from './read-tets.ts';
import { surfaceOf } from './surface-of.ts';

/** What a mesh file holds, whatever its format. */
export type MeshContents =
  | { readonly kind: 'tetrahedra'; readonly mesh: FileMesh }
  | { readonly kind: 'surface'; readonly surface: FileSurface };

/**
 * Reads a mesh file. A surface is a surface in any format: also in one of tetrahedra that has triangles alone.
 * @param files the mesh's first, then those that belong to it (readTets, readSurface)
 * @throws MeshFileError that names the file
 */
export async function readMesh(files: readonly GivenFile[]): Promise<MeshContents> {
  const [{ name }] = files;
  if (SURFACE_FORMATS.includes(extensionOf(name))) return { kind: 'surface', surface: await readSurface(files) };
  const mesh = readTets(files);
  if (!isSurface(mesh)) return { kind: 'tetrahedra', mesh };
  return { kind: 'surface', surface: named(name, () => surfaceOf(mesh)) };
}
