import { expect, it } from 'vitest';
import code from '../../shaders/constraints/springs/springs.wgsl';
import { springs as stage } from '../../src/simulation/constraints/springs/springs.ts';
import { batchDispatches } from './harness.ts';
import { largestDifference, runTwins, stir, WORLDS } from './twins.ts';

/** Positions up to 8 m are rounded to 2.4e-7 m once a colour, of which a vertex has some ten, and stiff springs hand it on. */
const TOLERANCE = 3e-6;

it.each(WORLDS)('springs: %s', async (_, make) => {
  const { world, state } = make();
  stir(state);
  const parameters = { springStiffness: 1e6, materialDamping: 1e-3 };
  const around = { count: 3 * world.vertexCount };
  const dispatches = [
    { ...around, kernel: 'displace' as const },
    ...batchDispatches(world.batches['mass-spring']),
    { ...around, kernel: 'place' as const },
  ];
  const read = ['positions', 'multipliers'] as const;
  const twins = { label: 'springs', code, stage, world, state, parameters, dispatches, read };
  const run = await runTwins(twins, { springStiffness: 1.001e6 });
  expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
  expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
  // Multipliers are lengths times masses of some hundred kg.
  expect(largestDifference(run.kernel.multipliers, run.twin.multipliers)).toBeLessThan(300 * TOLERANCE);
});
