import { expect, it } from 'vitest';
import code from '../../shaders/project/colliders.wgsl';
import { colliders as stage } from '../../src/simulation/project/colliders.ts';
import { largestDifference, runTwins, stir, WORLDS } from './twins.ts';

/** A few roundings of positions below 8, two planes. */
const TOLERANCE = 3e-6;

it.each(WORLDS)('colliders: %s', async (_, make) => {
  const { world, state } = make();
  stir(state);
  for (let v = 0; v < world.vertexCount; v += 3) state.colliderImpulses.set([0.01, 0.02, -0.01, 1 + (v % 2)], 4 * v);
  const dispatches = [{ count: world.vertexCount }];
  const read = ['positions', 'colliderImpulses'] as const;
  const twins = { label: 'colliders', code, stage, world, state, dispatches, read };
  const run = await runTwins(twins, { dynamicFriction: 0.202 });
  for (const name of read) expect(largestDifference(run.kernel[name], run.twin[name])).toBeLessThan(TOLERANCE);
  expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
});
