import { expect, it } from 'vitest';
import code from '../../shaders/integrators/xpbd/velocities.wgsl';
import { velocities as stage } from '../../src/simulation/integrators/xpbd/motion.ts';
import { largestDifference, runTwins, stir, WORLDS } from './twins.ts';

/** A subtraction and a product of velocities up to 3 m/s: the difference of positions itself is exact nearly always. */
const TOLERANCE = 2e-6;

it.each(WORLDS)('velocities: %s', async (_, make) => {
  const { world, state } = make();
  stir(state);
  const dispatches = [{ count: 3 * world.vertexCount }];
  const twins = { label: 'velocities', code, stage, world, state, dispatches, read: ['velocities'] as const };
  const run = await runTwins(twins, { timeStep: 3.301e-3 });
  expect(largestDifference(run.kernel.velocities, run.twin.velocities)).toBeLessThan(TOLERANCE);
  expect(largestDifference(run.kernel.velocities, run.perturbed.velocities)).toBeGreaterThan(TOLERANCE);
});
