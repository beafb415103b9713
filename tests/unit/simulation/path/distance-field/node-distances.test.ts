import { describe, expect, it } from 'vitest';
import { NONE } from '../../../../../src/mesh/topology.ts';
import { MODEL_DATA } from '../../../../../src/simulation/model-data.ts';
import {
  CELLS_PER_THICKNESS,
  exactDistances,
  firstOrderDistances,
  gridAround,
  secondOrderDistances,
} from '../../../../../src/simulation/path/distance-field/node-distances.ts';
import { FIELD_DATA } from '../../../../../src/simulation/path/distance-field/tables.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { createPlanarModel, createSheet } from '../../../../../src/simulation/world/create-sheet.ts';
import type { Model } from '../../../../../src/simulation/world/model.ts';
import { noodle } from '../../../../../src/scenes/models/noodle.ts';
import { octopus } from '../../../../../src/scenes/models/octopus.ts';
import { type Closest, closestOnTriangle } from '../../../../fixtures/closest-on-triangle.ts';
import { sheetMesh } from '../../../../fixtures/sheet.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

/** Distance of each vertex to the nearest of all boundary faces, in float64, by code of the tests' own; 0 on the boundary. */
function bruteForce({ topology, mesh }: Model): Float64Array {
  const { faces, faceCount, vertexCount, surfaceIndices } = topology;
  const closest: Closest = { x: 0, y: 0, z: 0, distance: 0 };
  return Float64Array.from({ length: vertexCount }, (_, v) => {
    if (surfaceIndices[v] !== NONE) return 0;
    const [x, y, z] = mesh.positions.subarray(3 * v, 3 * v + 3);
    let least = Infinity;
    for (let f = 0; f < faceCount; f++) {
      closestOnTriangle(closest, mesh.positions, faces[3 * f], faces[3 * f + 1], faces[3 * f + 2], x, y, z);
      least = Math.min(least, closest.distance);
    }
    return least;
  });
}

const models: readonly (readonly [name: string, make: () => Model])[] = [
  ['box', () => createModel('box', boxMesh(9, 6, 7), 3)],
  [
    'noodle',
    () => {
      const { mesh, radius } = noodle({ tetrahedra: 6000 });
      return createModel('noodle', mesh, radius);
    },
  ],
  [
    'octopus',
    () => {
      const { mesh, armTipRadius } = octopus({ tetrahedra: 6000 });
      return createModel('octopus', mesh, armTipRadius);
    },
  ],
];

describe.each(models)('%s', (_, make) => {
  const model = make();
  const { topology, mesh, thickness } = model;
  const expected = bruteForce(model);
  const { spacing } = gridAround(
    { positions: mesh.positions, triangles: topology.faces },
    thickness / CELLS_PER_THICKNESS,
  );
  const largest = (distances: ArrayLike<number>) =>
    expected.reduce((most, exact, v) => Math.max(most, Math.abs(distances[v] - exact)), 0);

  it('has the exact distances that brute force finds', () => {
    const { distances } = exactDistances(model);
    expect(distances.length).toBe(topology.vertexCount);
    const deepest = Math.max(...expected);
    expect(deepest).toBeGreaterThan(0.9 * thickness);
    // They are rounded to float32.
    expect(largest(distances)).toBeLessThan(1e-7 * deepest);
  });

  it.each([
    ['first', firstOrderDistances],
    ['second', secondOrderDistances],
  ] as const)('has the distances of %s order within a cell', (__, marched) => {
    const { distances } = marched(model);
    // Measured: at most 0.69 cells by first order, and 0.51 by second.
    expect(largest(distances)).toBeLessThan(spacing);
    // They are marched, not exact.
    expect(largest(distances)).toBeGreaterThan(1e-6 * spacing);
    for (const v of topology.surfaceVertices) expect(distances[v]).toBe(0);
  });
});

it('there are no distances in a sheet, nor in a body of the plane', () => {
  const sheet = createSheet('sheet', sheetMesh(4, 0.5), 0.05);
  const positions = Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1, 0.5, 0.5);
  const planar = createPlanarModel(
    'square',
    { positions, triangles: Uint32Array.of(0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4) },
    0.5,
  );
  for (const model of [sheet, planar])
    for (const name of Object.values(FIELD_DATA)) {
      const { distances } = MODEL_DATA[name](model);
      expect([...distances]).toEqual(new Array(model.topology.vertexCount).fill(0));
    }
});
