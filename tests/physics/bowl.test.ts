import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { SOLVERS } from '../../src/simulation/integrators/implicit-euler/tables.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { boxInBowl, IN_BOWL, lieOf } from '../fixtures/box-in-bowl.ts';

it.each(SOLVERS)('a bowl holds a box by implicit Euler, which slides to the axis and rests: %s', async (solver) => {
  const { world, state } = boxInBowl(0.1, 0.05);
  const masses = Float64Array.from(state.inverseMasses, (w) => 1 / w);
  const backend = await openInState({ world, state, workers: onThisThread });
  const simulator = new Simulator(backend, { ...defaultParameters(), ...IN_BOWL, solver });
  for (let step = 0; step < 500; step++) await simulator.step();
  const lie = lieOf(state.positions, state.velocities, masses);
  expect(lie.fastest).toBeLessThan(1e-4);
  // Corners of less mass have softer penalties, so the box lies askew by a ten-thousandth: 0.9 mm were measured.
  expect(lie.aside).toBeLessThan(2e-3);
  // The lower corners alone touch the wall, and their forces carry the weight. A step takes the wall for a plane, which is a
  // hundredth of these corners' depth away.
  expect(lie.touching).toBe(4);
  expect(Math.abs(lie.push / lie.weight - 1)).toBeLessThan(0.02);
});
