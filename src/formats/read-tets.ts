import { checkFileMesh, type FileMesh, MeshFileError } from './file-mesh.ts';
import { readGmsh } from './read/read-gmsh.ts';
import { readMedit } from './read/read-medit.ts';
import { readT } from './read/read-t.ts';
import { readTetgen } from './read/read-tetgen.ts';
import { readVtk } from './read/read-vtk.ts';
import { readVtu } from './read/read-vtu.ts';

/** A file that a person gives. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Readers of files of tetrahedra by the ends of their names. TetGen's have two files and a reader of their own. */
const READERS: Readonly<Record<string, (bytes: Uint8Array) => FileMesh>> = {
  t: readT,
  mesh: readMedit,
  msh: readGmsh,
  vtk: readVtk,
  vtu: readVtu,
};

/** Ends of the names of files of tetrahedra, without the dot. */
export const TET_FORMATS: readonly string[] = [...Object.keys(READERS), 'node', 'ele'];

/** The end of a file's name, without the dot, in small letters. */
export const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1].toLowerCase() ?? '';

/**
 * Reads a mesh of tetrahedra.
 * @param files one, or TetGen's `.node` and `.ele`
 * @returns its positions are finite, and its vertices exist
 * @throws MeshFileError that names the file
 */
export function readTets(files: readonly GivenFile[]): FileMesh {
  const [file] = files;
  const extension = extensionOf(file.name);
  if (extension === 'node' || extension === 'ele') {
    const [node, ele] = ['node', 'ele'].map((part) => files.find(({ name }) => extensionOf(name) === part));
    if (!node || !ele)
      throw new MeshFileError(`${file.name} came alone; expected the .${node ? 'ele' : 'node'} file beside it`);
    return named(`${node.name} and ${ele.name}`, () => checked(readTetgen(node.bytes, ele.bytes)));
  }
  if (!Object.hasOwn(READERS, extension))
    throw new MeshFileError(`${file.name} is of an unknown kind; expected .${TET_FORMATS.join(', .')}`);
  return named(file.name, () => checked(READERS[extension](file.bytes)));
}

function checked(mesh: FileMesh): FileMesh {
  checkFileMesh(mesh);
  return mesh;
}

/** Begins the message of a MeshFileError with the file's name. */
function named<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MeshFileError)) throw error;
    throw new MeshFileError(`${name}: ${error.message[0].toLowerCase()}${error.message.slice(1)}`, { cause: error });
  }
}
