import { cut } from '../math/text.ts';
import { fewNotes } from './few-notes.ts';
import { checkFileMesh, checkHasElements, type FileMesh, MeshFileError } from './file-mesh.ts';
import { extensionOf, type GivenFile, named, unknownKind } from './given-file.ts';
import { readGmsh } from './read/read-gmsh.ts';
import { readMedit } from './read/read-medit.ts';
import { readT } from './read/read-t.ts';
import { readTetgen } from './read/read-tetgen.ts';
import { readVtk } from './read/read-vtk.ts';
import { readVtu } from './read/read-vtu.ts';

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

/**
 * Reads a mesh of tetrahedra, or a surface in a format of theirs: triangles without tetrahedra (isSurface).
 * @param files the mesh's first; of TetGen's others, the one of the same name belongs to it
 * @returns its positions are finite, its vertices exist, and it has a tetrahedron or a triangle
 * @throws MeshFileError that names the file
 */
export function readTets(files: readonly GivenFile[]): FileMesh {
  const [file] = files;
  const extension = extensionOf(file.name);
  if (extension === 'node' || extension === 'ele') {
    const stem = file.name.slice(0, -extension.length);
    const [node, ele] = ['node', 'ele'].map((part) => {
      const alike = files.filter(({ name }) => extensionOf(name) === part);
      return alike.find(({ name }) => name.slice(0, -part.length) === stem) ?? alike[0];
    });
    if (!node || !ele)
      throw new MeshFileError(`${cut(file.name)} came alone; expected the .${node ? 'ele' : 'node'} file beside it`);
    return named(`${node.name} and ${ele.name}`, () => checked(readTetgen(node.bytes, ele.bytes)));
  }
  if (!Object.hasOwn(READERS, extension)) throw new MeshFileError(unknownKind(file.name, TET_FORMATS));
  return named(file.name, () => checked(READERS[extension](file.bytes)), file.bytes);
}

function checked(mesh: FileMesh): FileMesh {
  checkHasElements(mesh);
  checkFileMesh(mesh);
  return { ...mesh, notes: fewNotes(mesh.notes) };
}
