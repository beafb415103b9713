import { expect, it } from 'vitest';
import code from '../../shaders/constraints/neo-hookean-xpbd/neo-hookean-xpbd.wgsl';
import { neoHookeanXpbd as stage } from '../../src/simulation/constraints/neo-hookean-xpbd/neo-hookean-xpbd.ts';
import { batchDispatches } from './harness.ts';
import { largestDifference, runTwins, stir, WORLDS } from './twins.ts';

/** As for neo-hookean.test.ts: float32 rounds positions up to 8 m, and a vertex' dozen tetrahedra follow one another. */
const TOLERANCE = 2e-6;
/** Tolerance as a share of the largest multiplier, for the same reason. */
const SHARE = 5e-6;

const cases = WORLDS.flatMap(([name, make], i) =>
  [1e5, 1e8].map((youngsModulus) => [`${name}, ${youngsModulus} Pa`, make, youngsModulus, i > 0] as const),
);
it.each(cases)('neo-hookean-xpbd: %s', async (_, make, youngsModulus, holdAll) => {
  const { world, state } = make();
  stir(state);
  state.positions[4] -= 1.5; // inside out
  const { model, vertexBase, multiplierBase } = world.bodies[0];
  const held = holdAll ? world.models[model].elasticTets.vertices.subarray(0, 4) : [];
  for (const v of held) state.inverseMasses[vertexBase + v] = 0;
  const parameters = { youngsModulus, materialDamping: 1e-3 };
  const around = { count: 3 * world.vertexCount };
  const dispatches = [
    { ...around, kernel: 'displace' as const },
    ...batchDispatches(world.batches['neo-hookean-xpbd']),
    { ...around, kernel: 'place' as const },
  ];
  const read = ['positions', 'multipliers'] as const;
  const twins = { label: 'neo-hookean-xpbd', code, stage, world, state, parameters, dispatches, read };
  const run = await runTwins(twins, { poissonRatio: 0.41 });
  expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
  expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
  const largest = Math.max(...run.twin.multipliers.map(Math.abs));
  expect(largestDifference(run.kernel.multipliers, run.twin.multipliers)).toBeLessThan(SHARE * largest);
  // An element that is held as a whole has nothing to move: its constraints keep no multiplier.
  for (const { multipliers } of [run.kernel, run.twin])
    expect(multipliers.subarray(multiplierBase, multiplierBase + 2).every((f) => f === 0)).toBe(holdAll);
});
