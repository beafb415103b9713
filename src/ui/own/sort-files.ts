import { MeshFileError } from '../../formats/file-mesh.ts';
import { extensionOf, unknownKind } from '../../formats/given-file.ts';
import { TET_FORMATS } from '../../formats/read-tets.ts';

/** Files that are read together. */
export interface FileGroup<F> {
  readonly kind: 'tets' | 'surface' | 'scene';
  /** Name of the file that says what it is, without its end. */
  readonly name: string;
  readonly files: readonly F[];
}

/** Ends of the names of files that only say more about a surface: materials, images, buffers. */
const BESIDE_SURFACES: readonly string[] = ['mtl', 'png', 'jpg', 'jpeg', 'webp', 'bin'];

const stemOf = (name: string): string => name.replace(/(\.scene)?\.[^.]+$/i, '');

/**
 * Sorts files that were given at once into those that belong together. All files that belong to surfaces go with each surface.
 * @param surfaceFormats ends of the names of surfaces' files
 * @throws MeshFileError that names a file of an unknown kind, or files that came without what they belong to
 */
export function sortFiles<F extends { readonly name: string }>(
  files: readonly F[],
  surfaceFormats: readonly string[],
): readonly FileGroup<F>[] {
  const known = [...TET_FORMATS, ...surfaceFormats, 'scene.json'];
  const ends = files.map(({ name }) => extensionOf(name));
  const stranger = files.find((_, i) => ![...known, ...BESIDE_SURFACES, 'json'].includes(ends[i]!));
  if (stranger) throw new MeshFileError(unknownKind(stranger.name, known));
  const [scene, ...otherScenes] = files.filter((_, i) => ends[i] === 'json');
  if (scene && otherScenes.length > 0)
    throw new MeshFileError(`${scene.name} and ${otherScenes[0]!.name} are two scenes; expected one at a time`);
  // A scene's file names the meshes that it needs from beside it.
  if (scene)
    return [{ kind: 'scene', name: stemOf(scene.name), files: [scene, ...files.filter((file) => file !== scene)] }];
  const beside = files.filter((_, i) => BESIDE_SURFACES.includes(ends[i]!));
  const groups = files.flatMap((file, i): FileGroup<F>[] => {
    const [name, end] = [stemOf(file.name), ends[i]!];
    if (BESIDE_SURFACES.includes(end)) return [];
    if (surfaceFormats.includes(end)) return [{ kind: 'surface', name, files: [file, ...beside] }];
    const partner = files.find(
      (other, j) => ends[j] === (end === 'node' ? 'ele' : 'node') && stemOf(other.name) === name,
    );
    if (end === 'ele' && partner) return [];
    return [{ kind: 'tets', name, files: end === 'node' && partner ? [file, partner] : [file] }];
  });
  if (groups.length === 0)
    throw new MeshFileError(`${beside[0]!.name} only belongs to a mesh; expected the mesh's file beside it`);
  return groups;
}
