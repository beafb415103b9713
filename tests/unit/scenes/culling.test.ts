import { expect, it } from 'vitest';
import { culling as scene } from '../../../src/scenes/culling.ts';
import { parametersWith } from '../../fixtures/stages.ts';
import { startOf } from './start-of.ts';

it('is one ball above the ground with the published search', () => {
  const { world, positions, piercing } = startOf(scene);
  const parameters = parametersWith(scene.parameters);
  expect(world.bodies).toHaveLength(1);
  expect(world.tetCount).toBeLessThanOrEqual(25_000);
  expect(2 * scene.frames * parameters.stepsPerFrame).toBeLessThanOrEqual(1500);
  expect(parameters.pathMethod).toBe('paper');
  expect(parameters.culling).toBe(true);
  expect(piercing).toBe(0);
  expect(positions.reduce((least, y, i) => (i % 3 === 1 ? Math.min(least, y) : least), 9)).toBeGreaterThan(0.1);
});
