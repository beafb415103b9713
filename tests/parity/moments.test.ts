import { expect, it } from 'vitest';
import code from '../../shaders/solve/moments.wgsl';
import { moments as stage } from '../../src/simulation/solve/moments.ts';
import { WORKGROUP_SIZE } from '../../src/gpu/constants.ts';
import { largestDifference, runTwins, WORLDS } from './twins.ts';

/** Of the velocities that spins change, some m/s: sums over 100 vertices, and the inverse of an inertia. */
const TOLERANCE = 2e-5;

it.each(WORLDS)('moments: %s', async (_, make) => {
  for (const held of [false, true]) {
    const { world, state } = make();
    for (let i = 0; i < state.moments.length; i++) state.moments[i] = 5 * (((i * 29) % 17) / 17 - 0.4);
    if (held) state.inverseMasses[world.bodies[world.bodies.length - 1].vertexBase + 2] = 0;
    const dispatches = [{ count: WORKGROUP_SIZE * world.bodies.length }];
    const twins = { label: 'moments', code, stage, world, state, dispatches, read: ['velocities'] as const };
    const run = await runTwins(twins, { timeStep: 3.301e-3 });
    expect(largestDifference(run.kernel.velocities, run.twin.velocities)).toBeLessThan(TOLERANCE);
    const changed = largestDifference(run.twin.velocities, state.velocities);
    if (held && world.bodies.length === 1) expect(changed).toBe(0);
    else {
      expect(changed).toBeGreaterThan(100 * TOLERANCE);
      expect(largestDifference(run.kernel.velocities, run.perturbed.velocities)).toBeGreaterThan(TOLERANCE);
    }
  }
});
