import type { GivenFile } from './given-file.ts';
import { writeGmsh } from './write/write-gmsh.ts';
import { writeMedit } from './write/write-medit.ts';
import { writeT } from './write/write-t.ts';
import { writeTetgen } from './write/write-tetgen.ts';
import { writeVtk } from './write/write-vtk.ts';
import { writeVtu } from './write/write-vtu.ts';
import type { WrittenMesh } from './write/written-mesh.ts';

/** Writers of files of tetrahedra by the ends of their names. */
const WRITERS: Readonly<Record<string, (mesh: WrittenMesh) => string>> = {
  t: writeT,
  mesh: writeMedit,
  msh: writeGmsh,
  vtk: writeVtk,
  vtu: (mesh) => writeVtu(mesh),
};

/** Ends of the names of files of tetrahedra that are written, without the dot. */
export const WRITTEN_TET_FORMATS: readonly string[] = [...Object.keys(WRITERS), 'node', 'ele'];

/**
 * Writes a mesh of tetrahedra.
 * @param base name without its end
 * @param extension one of WRITTEN_TET_FORMATS
 * @returns one file, or TetGen's `.node` and `.ele`
 * @throws RangeError if the extension is another one
 */
export function writeTets(base: string, extension: string, mesh: WrittenMesh): GivenFile[] {
  if (!WRITTEN_TET_FORMATS.includes(extension))
    throw new RangeError(
      `Tetrahedra were to be written as '${extension}', expected one of ${WRITTEN_TET_FORMATS.join(', ')}`,
    );
  const file = (end: string, text: string) => ({ name: `${base}.${end}`, bytes: new TextEncoder().encode(text) });
  if (extension !== 'node' && extension !== 'ele') return [file(extension, WRITERS[extension](mesh))];
  const { node, ele } = writeTetgen(mesh);
  return [file('node', node), file('ele', ele)];
}
