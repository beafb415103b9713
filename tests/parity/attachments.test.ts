import { expect, it } from 'vitest';
import code from '../../shaders/constraints/attachments/attachments.wgsl';
import { attachments as stage } from '../../src/simulation/constraints/attachments/attachments.ts';
import { ATTACHMENT, COUNTERS, MAX_ATTACHMENTS } from '../../src/simulation/state.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { largestDifference, runTwins, stir } from './twins.ts';

/** A few roundings of positions and multipliers below 8. */
const TOLERANCE = 2e-6;

it.each([0, 1, 7, MAX_ATTACHMENTS])('attachments: %d of them', async (count) => {
  const { world, state } = boxWorld();
  stir(state);
  for (let a = 0; a < count; a++) {
    const at = ATTACHMENT.stride * a;
    state.attachments.f32.set([0.3 * a, 1 - 0.1 * a, 2, 0, 0.1, 0.2, -0.3], at);
    state.attachments.u32[at + ATTACHMENT.vertex] = (5 * a) % 17; // some twice, some held
  }
  state.counters[COUNTERS.attachments] = count;
  const dispatches = [{ count: 1 }];
  const read = ['positions', 'attachments'] as const;
  const parameters = { dragCompliance: 1e-7 };
  const twins = { label: 'attachments', code, stage, world, state, parameters, dispatches, read };
  const run = await runTwins(twins, { dragCompliance: 1.001e-7 });
  expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
  // Multipliers are such lengths times masses of some hundred kg.
  expect(largestDifference(run.kernel.attachments, run.twin.attachments)).toBeLessThan(300 * TOLERANCE);
  if (count > 0) expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
});
