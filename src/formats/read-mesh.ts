import { type FileMesh, isSurface, MeshFileError } from './file-mesh.ts';
import type { FileSurface } from './file-surface.ts';
import { extensionOf, type GivenFile, named, unknownKind } from './given-file.ts';
import { readSurface, SURFACE_FORMATS } from './read-surface.ts';
import { readTets, TET_FORMATS } from './read-tets.ts';
import { surfaceOf } from './surface-of.ts';

/** The contents of a mesh file of any format: tetrahedra or a surface. */
export type MeshContents =
  | { readonly kind: 'tetrahedra'; readonly mesh: FileMesh }
  | { readonly kind: 'surface'; readonly surface: FileSurface };

const FORMATS: readonly string[] = [...TET_FORMATS, ...SURFACE_FORMATS];

/** Checks that a name is that of a mesh file that is read here, so that no other file is opened. @throws MeshFileError */
export function checkMeshName(name: string): void {
  if (!FORMATS.includes(extensionOf(name))) throw new MeshFileError(unknownKind(name, FORMATS));
}

/**
 * Reads a mesh file. A surface is a surface in any format: also in one of tetrahedra that has triangles alone.
 * @param files the mesh's first, then those that belong to it (readTets, readSurface)
 * @throws MeshFileError that names the file
 */
export async function readMesh(files: readonly GivenFile[]): Promise<MeshContents> {
  const [{ name }] = files;
  checkMeshName(name);
  if (SURFACE_FORMATS.includes(extensionOf(name))) return { kind: 'surface', surface: await readSurface(files) };
  const mesh = readTets(files);
  if (!isSurface(mesh)) return { kind: 'tetrahedra', mesh };
  return { kind: 'surface', surface: named(name, () => surfaceOf(mesh)) };
}
