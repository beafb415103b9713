import { rows, type WrittenMesh } from './written-mesh.ts';

/**
 * Writes a `.mesh` file of Medit as text. Ids begin at 1; all references are 0.
 * Source: Frey 2001, MEDIT: An interactive mesh visualization software, INRIA RT-0253.
 */
export function writeMedit({ positions, tets, triangles }: WrittenMesh): string {
  const section = (name: string, values: ArrayLike<number>, perRow: number, shift: number): string[] =>
    values.length === 0
      ? []
      : [name, String(values.length / perRow), ...rows(values, perRow, () => '', shift).map((row) => `${row} 0`)];
  return [
    'MeshVersionFormatted 2',
    'Dimension 3',
    ...section('Vertices', positions, 3, 0),
    ...section('Tetrahedra', tets, 4, 1),
    ...section('Triangles', triangles, 3, 1),
    'End',
    '',
  ].join('\n');
}
