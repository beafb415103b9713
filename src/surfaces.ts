/**
 * Entry of the library for surfaces: reads files of them, fills them with tetrahedra that `World` takes as a body's mesh, lets them follow
 * those, and writes files. Importing it has no side effects and needs neither a DOM, Node nor three. Lengths are in metres, but for the
 * positions that readSurface returns, which are in the file's unit. docs/library.md has an example.
 */

// Files of surfaces, their formats, and the unit that they are probably in. docs/formats.md lists what is read and written.
export type { FarPlace, Shift } from './formats/far-mesh.ts';
export { MeshFileError } from './formats/file-mesh.ts';
export type { FileSurface } from './formats/file-surface.ts';
export type { GivenFile } from './formats/given-file.ts';
export { type GuessedUnit, guessUnit, type Unit, UNITS } from './formats/guess-unit.ts';
export { readSurface, SURFACE_FORMATS } from './formats/read-surface.ts';
export { placeLost, writeSurface, WRITTEN_SURFACE_FORMATS } from './formats/write-surface.ts';
export type {
  DrawnSurface,
  EmbeddedSurface,
  SurfaceGroup,
  SurfaceMaterial,
  TextureImage,
} from './mesh/drawn-surface.ts';

// Tetrahedra in a surface: how many a cell gives, the mesh itself, and its thickness.
export {
  cellFor,
  DEFAULT_TETRAHEDRA,
  type Estimate,
  estimate,
  measureSurface,
  type SurfaceSize,
} from './surface/estimate.ts';
export { type FilledSurface, tetrahedraliseSurface } from './surface/tetrahedralise-surface.ts';
export { measureThickness } from './surface/measure-thickness.ts';

// Surfaces that follow tetrahedra.
export { embed, embeddedPositions, type Embedding } from './mesh/embed.ts';
export type { TetMesh } from './mesh/tet-mesh.ts';
