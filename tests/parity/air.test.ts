import { expect, it } from 'vitest';
import flattenCode from '../../shaders/constraints/flatten/flatten.wgsl';
import { AIR_COLOURS } from '../../src/mesh/air/colour-elements.ts';
import { AIR_TALLY } from '../../src/simulation/constraints/air/arrays.ts';
import { countInvertedAir } from '../../src/simulation/constraints/air/count-inverted-air.ts';
import { airDispatches } from '../../src/simulation/constraints/air/passes.ts';
import { air as stage } from '../../src/simulation/constraints/air/project-air.ts';
import { flatten } from '../../src/simulation/constraints/flatten/flatten.ts';
import { COUNTERS, type State } from '../../src/simulation/state.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { drawnAir } from '../fixtures/air-world.ts';
import { copyState, runKernel, runStage } from './harness.ts';
import { largestDifference, runTwins } from './twins.ts';

/** Coordinates up to 8 m are rounded to 5e-7 m, once per element of a vertex and sweep; each element amplifies this a little. */
const TOLERANCE = 3e-5;
const SWEEPS = 2;
const READ = ['positions', 'remainders', 'moments'] as const;

/** Moves x0 away from x, within the plane if need be, gives remainders, and holds some vertices, as a driver does. */
function stir({ positions, positionsT0, remainders, inverseMasses }: State, dimension: 2 | 3): void {
  for (let i = 0; i < positions.length; i++) {
    if (i % 3 >= dimension) continue;
    positionsT0[i] = positions[i] + 0.02 * (((i * 29) % 17) / 17 - 0.5);
    remainders[i] = 1e-7 * (((i * 31) % 13) / 13 - 0.5);
  }
  for (let v = 3; v < inverseMasses.length; v += 7) inverseMasses[v] = 0;
}

const bitsOf = (values: Float32Array) => new Uint32Array(values.buffer, values.byteOffset, values.length);

/** Knowledge of the colours that the host may have: nothing, so that one workgroup does all; large colours, most of them wrongly; the first ones only. */
const guesses = (offsets: Uint32Array) => [
  airDispatches(SWEEPS, offsets, 0),
  airDispatches(SWEEPS, [], 24 * 129),
  airDispatches(
    SWEEPS,
    Array.from({ length: AIR_COLOURS + 2 }, (_, c) => 200 * Math.min(c, 3)),
    0,
  ),
];

const CASES = ([2, 3] as const).flatMap((dimension) => [
  ...[0, 1, 7, 150].map((count) => ({ dimension, count, common: false })),
  { dimension, count: AIR_COLOURS + 9, common: true },
]);

it.each(CASES)('air of $count elements, dimension $dimension, all at one vertex: $common', async (drawn) => {
  const { dimension, count, common } = drawn;
  const { world, state } = drawnAir(dimension, count, common);
  stir(state, dimension);
  // Without air its buffers are empty, so there is nothing to run: the pass isn't in the step.
  if (count === 0) return expect(world.arrayLengths).toMatchObject({ airElements: 0, airOffsets: 0, airTally: 0 });
  if (common) expect(state.airTally[AIR_TALLY.classes]).toBe(AIR_COLOURS + 1);
  const [own, ...others] = guesses(state.airOffsets);
  const twins = {
    label: 'air',
    stage,
    world,
    state,
    parameters: { airIterations: SWEEPS },
    dispatches: own,
    read: READ,
  };
  const { kernel, twin, perturbed } = await runTwins({ ...twins, code: '' }, { airIterations: SWEEPS - 1 });
  // Moments are such lengths times masses, and lengths of the scene.
  const largestMoment = twin.moments.reduce((largest, m) => Math.max(largest, Math.abs(m)), 1);
  for (const name of ['positions', 'remainders'] as const)
    expect(largestDifference(kernel[name], twin[name]), name).toBeLessThan(TOLERANCE);
  expect(largestDifference(kernel.moments, twin.moments) / largestMoment).toBeLessThan(TOLERANCE);
  if (count > 1) expect(largestMoment).toBeGreaterThan(1);
  if (count > 1) expect(largestDifference(kernel.positions, perturbed.positions)).toBeGreaterThan(TOLERANCE);
  // Nothing that the host guesses changes a bit.
  for (const dispatches of others) {
    const other = await runKernel({ label: 'air', world, state, dispatches, read: READ });
    for (const name of READ) expect(bitsOf(other[name])).toEqual(bitsOf(kernel[name]));
  }
  if (dimension === 2) expect(kernel.positions.filter((x, i) => i % 3 === 2 && x !== 0)).toHaveLength(0);
});

it.each(CASES)(
  'counts inverted ones of $count elements, dimension $dimension',
  async ({ dimension, count, common }) => {
    if (count === 0) return;
    const { world, state } = drawnAir(dimension, count, common);
    const words = { buffer: 'counters', first: COUNTERS.airInverted, count: 1 };
    const threads = [1, count, count + 70];
    const counts: number[] = [];
    for (const count of threads) {
      const dispatches = [{ kernel: 'countInvertedAir', count }];
      counts.push((await runKernel({ label: 'count', world, state, dispatches, read: [], words })).words[0]);
    }
    const twin = runStage(countInvertedAir, { world, state: copyState(world, state) }).counters[COUNTERS.airInverted];
    expect(counts).toEqual(threads.map(() => twin));
    if (count > 7) expect(Math.abs(twin / count - 0.5)).toBeLessThan(0.4);
  },
);

it.each([0, 1, 65, undefined])('flattens %s vertices', async (part) => {
  const { world, state } = boxWorld();
  const count = part ?? world.vertexCount;
  state.remainders.fill(1e-9);
  state.velocities.fill(1);
  for (let v = 3; v < world.vertexCount; v += 7) state.inverseMasses[v] = 0;
  const twin = copyState(world, state);
  flatten.run({ world, state: twin } as Parameters<typeof flatten.run>[0], 0, count, 0);
  const read = ['positions', 'remainders', 'velocities'] as const;
  const kernel = await runKernel({ label: 'flatten', code: flattenCode, world, state, dispatches: [{ count }], read });
  for (const name of read) expect(bitsOf(kernel[name])).toEqual(bitsOf(twin[name]));
  if (count > 0) expect(kernel.positions[1]).toBe(0);
});
