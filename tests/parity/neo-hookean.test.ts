import { expect, it } from 'vitest';
import code from '../../shaders/constraints/neo-hookean/neo-hookean.wgsl';
import { neoHookean as stage } from '../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { batchDispatches } from './harness.ts';
import { largestDifference, runTwins, stir, WORLDS } from './twins.ts';

/** Positions up to 8 m are rounded to 2.4e-7 m by each of a vertex' dozen tetrahedra, and twins differ in few of those. */
const TOLERANCE = 2e-6;
/** Tolerance as a share of the largest multiplier: sums of products of such positions over edges of 1 m. */
const SHARE = 5e-6;

const cases = WORLDS.flatMap(([name, make], i) =>
  [1e5, 1e8].map((youngsModulus) => [`${name}, ${youngsModulus} Pa`, make, youngsModulus, i > 0] as const),
);
it.each(cases)('neo-hookean: %s', async (_, make, youngsModulus, holdAll) => {
  const { world, state } = make();
  stir(state);
  state.positions[4] -= 1.5; // inside out
  const { model, vertexBase, tetBase } = world.bodies[0];
  const held = holdAll ? world.models[model].elasticTets.vertices.subarray(0, 4) : [];
  for (const v of held) state.inverseMasses[vertexBase + v] = 0;
  const parameters = { youngsModulus, materialDamping: 1e-3 };
  const around = { count: 3 * world.vertexCount };
  const dispatches = [
    { ...around, kernel: 'displace' as const },
    ...batchDispatches(world.batches['neo-hookean']),
    { ...around, kernel: 'place' as const },
  ];
  const read = ['positions', 'multipliers'] as const;
  const twins = { label: 'neo-hookean', code, stage, world, state, parameters, dispatches, read };
  const run = await runTwins(twins, { youngsModulus: 1.001 * youngsModulus });
  expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
  expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
  const largest = Math.max(...run.twin.multipliers.map(Math.abs));
  expect(largestDifference(run.kernel.multipliers, run.twin.multipliers)).toBeLessThan(SHARE * largest);
  // An element that is held as a whole has nothing to move: no impulse is kept of it.
  const first = (multipliers: Float32Array) => multipliers.subarray(9 * tetBase, 9 * tetBase + 9);
  for (const { multipliers } of [run.kernel, run.twin]) expect(first(multipliers).every((f) => f === 0)).toBe(holdAll);
});
