import { expect, it } from 'vitest';
import code from '../../shaders/script/push.wgsl';
import { push as stage } from '../../src/simulation/script/push.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { largestDifference, runTwins, stir } from './twins.ts';

/** Two roundings of numbers below 2: half a unit in the last place is 6e-8. */
const TOLERANCE = 2e-7;

it.each([0, 65, undefined])('random forces accelerate %s vertices', async (part) => {
  const { world, state } = boxWorld({ script: { forces: { from: 0, until: 1, period: 1, acceleration: 30 } } });
  stir(state);
  state.accelerations.forEach((_, i) => {
    state.accelerations[i] = ((i * 31) % 61) - 30;
  });
  const count = part ?? world.vertexCount;
  const twins = { label: 'push', code, stage, world, state, dispatches: [{ count }], read: ['velocities'] as const };
  const { kernel, twin, perturbed } = await runTwins(twins, { timeStep: 3.31e-3 });
  const end = 3 * count;
  expect(kernel.velocities.subarray(end)).toEqual(state.velocities.subarray(end));
  const own = kernel.velocities.subarray(0, end);
  expect(largestDifference(own, twin.velocities.subarray(0, end))).toBeLessThan(TOLERANCE);
  if (count > 0) expect(largestDifference(own, perturbed.velocities.subarray(0, end))).toBeGreaterThan(TOLERANCE);
});
