import { cut } from '../math/text.ts';
import { fewNotes } from './few-notes.ts';
import { MeshFileError } from './file-mesh.ts';
import type { FileSurface } from './file-surface.ts';
import { extensionOf, type GivenFile, named, withName } from './given-file.ts';
import { readObj } from './read/read-obj.ts';
import { readPly } from './read/read-ply.ts';
import { readStl } from './read/read-stl.ts';
import { readTets, TET_FORMATS } from './read-tets.ts';
import { surfaceOf } from './surface-of.ts';

type Read = (file: GivenFile, files: readonly GivenFile[]) => FileSurface | Promise<FileSurface>;

/** glTF's reader is the longest one, so it is loaded when there is such a file. */
const readGltfFile: Read = async (file, files) => (await import('./read/read-gltf.ts')).readGltf(file.bytes, files);

/** Readers of files of surfaces by the ends of their names. */
const READERS: Readonly<Record<string, Read>> = {
  obj: ({ bytes }, files) => readObj(bytes, files),
  stl: ({ bytes }) => readStl(bytes),
  ply: ({ bytes }) => readPly(bytes),
  glb: readGltfFile,
  gltf: readGltfFile,
};

/** Ends of the names of files of surfaces, without the dot. Formats of tetrahedra may hold surfaces, too. */
export const SURFACE_FORMATS: readonly string[] = Object.keys(READERS);

/**
 * Reads a surface, with the same result in a page and in Node. Nothing is fetched.
 * @param files one surface, also one in a format of tetrahedra (TET_FORMATS), and in any order the files that it names: materials (.mtl), buffers (.bin) and
 *   textures (PNG, JPEG, WebP)
 * @returns positions in the file's unit (guessUnit)
 * @throws MeshFileError that names the file, and says in a sentence what was found and expected at which line or byte
 */
export async function readSurface(files: readonly GivenFile[]): Promise<FileSurface> {
  const surfaces = files.filter(({ name }) => SURFACE_FORMATS.includes(extensionOf(name)));
  const others = files.filter(({ name }) => TET_FORMATS.includes(extensionOf(name)));
  if (surfaces.length === 0 && others.length === 1) {
    // The errors of readTets have the name already.
    const mesh = readTets(others);
    return named(others[0].name, () => surfaceOf(mesh));
  }
  if (surfaces.length !== 1) {
    const names = cut((surfaces.length > 0 ? surfaces : files).map(({ name }) => name).join(', '));
    throw new MeshFileError(
      `${names || 'Nothing'} was given; expected one file of a surface: .${SURFACE_FORMATS.join(', .')}`,
    );
  }
  const [file] = surfaces;
  try {
    const surface = await READERS[extensionOf(file.name)](
      file,
      files.filter((other) => other !== file),
    );
    return { ...surface, notes: fewNotes(surface.notes) };
  } catch (error) {
    throw withName(file.name, error, file.bytes);
  }
}
