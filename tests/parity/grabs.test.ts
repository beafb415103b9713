import { expect, it } from 'vitest';
import code from '../../shaders/constraints/grabs/grabs.wgsl';
import { grabs as stage } from '../../src/simulation/constraints/grabs/grabs.ts';
import { Hand } from '../../src/simulation/constraints/grabs/hand.ts';
import { grabInputs } from '../../src/simulation/constraints/grabs/passes.ts';
import { WORKGROUP_SIZE } from '../../src/simulation/program/pass.ts';
import { COUNTERS, type StateArray } from '../../src/simulation/state.ts';
import { setArray } from '../../src/simulation/state-memory.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { largestDifference, runTwins, stir } from './twins.ts';

const TIME_STEP = 3.3e-3;
/** Some roundings of velocities below 10 m/s by float32. */
const TOLERANCE = 1e-5;

it.each([0, 1, 2, 5])('grabs: %d of them, which share vertices', async (count) => {
  const { world, state } = boxWorld();
  stir(state);
  for (let i = 0; i < state.velocities.length; i++) state.velocities[i] = ((i * 7) % 11) / 5 - 1;
  const hand = new Hand(world);
  const grab = (g: number, x: number) => ({
    vertex: (5 * g) % 17,
    radius: 0.4 * g,
    target: [x, 1 - 0.1 * g, 2] as const,
  });
  hand.set(Array.from({ length: count }, (_, g) => grab(g, 0.3 * g)));
  hand.begin(0);
  // From the next step on, the targets move.
  hand.set(Array.from({ length: count }, (_, g) => grab(g, 0.3 * g + 0.001)));
  hand.begin(1);
  for (const [name, values] of Object.entries(grabInputs(hand.pulls(1, TIME_STEP), world.dimension) ?? {}))
    setArray(state, name as StateArray, values);
  state.counters[COUNTERS.grabs] = count;
  const dispatches = [{ count: WORKGROUP_SIZE }];
  const read = ['velocities'] as const;
  const parameters = { grabFrequency: 30, timeStep: TIME_STEP };
  const twins = { label: 'grabs', code, stage, world, state, parameters, dispatches, read };
  const run = await runTwins(twins, { grabCarry: 100 });
  expect(largestDifference(run.kernel.velocities, run.twin.velocities)).toBeLessThan(TOLERANCE);
  if (count > 1) expect(largestDifference(run.kernel.velocities, run.perturbed.velocities)).toBeGreaterThan(TOLERANCE);
});
