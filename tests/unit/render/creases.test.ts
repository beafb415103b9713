import { describe, expect, test } from 'vitest';
import { knots } from '../../../src/scenes/models/knots.ts';
import { noodle } from '../../../src/scenes/models/noodle.ts';
import { octopus } from '../../../src/scenes/models/octopus.ts';
import { squishyBall } from '../../../src/scenes/models/squishy-ball.ts';
import { restCreases } from '../../../src/render/creases.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

test("a box' vertices are on a crease where two of its sides meet", () => {
  const model = createModel('box', boxMesh(4, 3, 5), 0.5);
  const { positions } = model.mesh;
  const range = [0, 1, 2].map((axis) => {
    const values = positions.filter((_, i) => i % 3 === axis);
    return [Math.min(...values), Math.max(...values)];
  });
  const sidesAt = (v: number) => range.filter((ends, axis) => ends.includes(positions[3 * v + axis])).length;
  const expected = Array.from({ length: positions.length / 3 }, (_, v) => Number(sidesAt(v) >= 2));
  expect([...restCreases(model)!.vertices]).toEqual(expected);
});

describe('a round shape has no creases, however coarse', () => {
  test('an octopus', () => {
    for (const tetrahedra of [1000, 8000]) {
      const { mesh } = octopus({ tetrahedra });
      expect(restCreases(createModel('octopus', mesh, 0.06))).toBeUndefined();
    }
  });
  test('a ball with tentacles of five and six sides', () => {
    for (const tetrahedra of [5000, 12_000]) {
      const { mesh } = squishyBall({ tetrahedra });
      expect(restCreases(createModel('squishy-ball', mesh, 0.1))).toBeUndefined();
    }
  });
  test('a noodle of six sides and a rod of eight', () => {
    expect(restCreases(createModel('noodle', noodle({ tetrahedra: 4000 }).mesh, 0.05))).toBeUndefined();
    expect(restCreases(createModel('knots', knots({ tetrahedra: 6700 }).mesh, 0.05))).toBeUndefined();
  });
});
