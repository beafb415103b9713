import { rows, type WrittenMesh } from './written-mesh.ts';

/** VTK's numbers of cell types. */
const TRIANGLE = 5;
const TETRAHEDRON = 10;

/**
 * Writes a legacy `.vtk` file as text: an unstructured grid of tetrahedra, then triangles.
 * Source: Kitware, VTK File Formats, simple legacy formats, version 3.0.
 */
export function writeVtk({ positions, tets, triangles }: WrittenMesh): string {
  const tetCount = tets.length / 4;
  const cellCount = tetCount + triangles.length / 3;
  return [
    '# vtk DataFile Version 3.0',
    'written by untangle',
    'ASCII',
    'DATASET UNSTRUCTURED_GRID',
    `POINTS ${positions.length / 3} double`,
    ...rows(positions, 3),
    `CELLS ${cellCount} ${cellCount + tets.length + triangles.length}`,
    ...rows(tets, 4, () => '4'),
    ...rows(triangles, 3, () => '3'),
    `CELL_TYPES ${cellCount}`,
    ...Array.from({ length: cellCount }, (_, cell) => String(cell < tetCount ? TETRAHEDRON : TRIANGLE)),
    '',
  ].join('\n');
}
