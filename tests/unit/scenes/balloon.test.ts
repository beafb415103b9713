import { expect, it } from 'vitest';
import { balloon as scene } from '../../../src/scenes/balloon.ts';
import { parametersWith } from '../../fixtures/stages.ts';
import { startOf } from './start-of.ts';

const { world, lowest, piercing } = startOf(scene);
const { density, pressure, timeStep } = parametersWith(scene.parameters);

it('is one ball of the requested size, without self-contact, above the floor, with gas inside', () => {
  expect(world.bodies).toHaveLength(1);
  expect(Math.abs(world.tetCount / scene.size.small - 1)).toBeLessThan(0.08);
  expect(piercing).toBe(0);
  expect(lowest).toBeGreaterThan(2);
  expect(world.arrayLengths.volumeGradients).toBe(3 * world.surfaceVertexCount);
});

it('has steps short enough for its gas: p dt^2 below density times the square of the shortest edge', () => {
  const [{ mesh }] = world.models;
  let shortest = Number.POSITIVE_INFINITY;
  for (let t = 0; t < mesh.tets.length; t += 4)
    for (let a = 0; a < 4; a++)
      for (let b = 0; b < a; b++) {
        const [v, w] = [3 * mesh.tets[t + a], 3 * mesh.tets[t + b]];
        shortest = Math.min(
          shortest,
          Math.hypot(...[0, 1, 2].map((k) => mesh.positions[v + k] - mesh.positions[w + k])),
        );
      }
  expect(pressure * timeStep ** 2).toBeLessThan(0.5 * density * shortest ** 2);
});
