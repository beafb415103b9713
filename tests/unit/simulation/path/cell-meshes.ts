import { octopus } from '../../../../src/scenes/models/octopus.ts';
import { type BentBar, bentBars } from '../../../fixtures/bent-bars.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

/** Meshes to cut into cells: bodies that overlap themselves, a real one, the smallest possible, and one in several parts. */
export const cellMeshes = (): BentBar[] => [
  ...bentBars(1),
  { name: 'octopus', ...octopus({ tetrahedra: 4000 }).mesh },
  {
    name: 'one tetrahedron',
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    tets: Uint32Array.of(0, 1, 2, 3),
  },
  sideBySide(),
];

/** A bar of some cells, and a separate cube with fewer elements than a cell should have. */
function sideBySide(): BentBar {
  const bar = boxMesh(12, 2, 2);
  const cube = boxMesh(1, 1, 1);
  const first = bar.positions.length / 3;
  return {
    name: 'two components',
    positions: Float32Array.of(...bar.positions, ...cube.positions.map((x, i) => (i % 3 === 1 ? x + 3 : x))),
    tets: Uint32Array.of(...bar.tets, ...cube.tets.map((v) => first + v)),
  };
}
