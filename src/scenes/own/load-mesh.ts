import { type Shift, shiftNote } from '../../formats/far-mesh.ts';
import { extensionOf, findBeside, type GivenFile } from '../../formats/given-file.ts';
import { readMesh } from '../../formats/read-mesh.ts';
import { SURFACE_FORMATS } from '../../formats/read-surface.ts';
import { soundTets } from '../../formats/sound-tets.ts';
import { buildTopology } from '../../mesh/build-topology.ts';
import { cellFor, measureSurface } from '../../surface/estimate.ts';
import { measureThickness } from '../../surface/measure-thickness.ts';
import { tetrahedraliseSurface } from '../../surface/tetrahedralise-surface.ts';
import type { LoadMesh, MeshReference, OwnMesh } from './scene-file.ts';

/**
 * Makes a mesh of a file's contents: tetrahedra as they are, a surface filled with tetrahedra. One that lies far from its file's origin is
 * moved near to its own, with a note, since a simulation computes in float32.
 * @param files the file that the scene names, then files that belong to it, such as images
 * @throws Error that says what was found and what was expected
 */
export async function loadMesh(files: readonly GivenFile[], reference: MeshReference): Promise<OwnMesh> {
  const { metresPerUnit, thickness } = reference;
  const contents = await readMesh(files);
  if (contents.kind === 'tetrahedra') {
    const { mesh, shift } = soundTets(contents.mesh, metresPerUnit);
    buildTopology(mesh.tets, mesh.positions.length / 3);
    return { mesh, thickness: thickness ?? measureThickness(mesh), ...placeOf(shift) };
  }
  const { positions, far, ...rest } = contents.surface;
  const surface = { ...rest, positions: positions.map((x) => x * metresPerUnit) };
  const filled = tetrahedraliseSurface(surface, { cell: reference.cell ?? cellFor(measureSurface(surface)) });
  return {
    mesh: filled.mesh,
    surface: filled.surface,
    thickness: thickness ?? filled.thickness,
    ...placeOf(far?.shift),
  };
}

const placeOf = (shift: Shift | undefined): Pick<OwnMesh, 'note'> => (shift ? { note: shiftNote(shift) } : {});

/** Returns a loader that finds the meshes among the files that came with the scene's. */
export const meshesAmong =
  (files: readonly GivenFile[]): LoadMesh =>
  async (reference) => {
    const found = findBeside(files, reference.file);
    if (!found) throw new Error(`The scene names the file ${reference.file}; give that file together with the scene`);
    const isAnother = ({ name }: GivenFile) => SURFACE_FORMATS.includes(extensionOf(name));
    return loadMesh([found, ...files.filter((file) => file !== found && !isAnother(file))], reference);
  };
