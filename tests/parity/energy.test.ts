import { expect, it } from 'vitest';
import code from '../../shaders/diagnostics/energy.wgsl';
import { ENERGY } from '../../src/simulation/diagnostics/measurements.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { energy as stage } from '../../src/simulation/diagnostics/stages.ts';
import { COUNTERS, SUM_CHUNK } from '../../src/simulation/state.ts';
import { contextOf } from '../fixtures/stages.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { dispatchesOf } from './harness.ts';
import { runTwins, stir, WORLDS } from './twins.ts';

/** A float32 sum of SUM_CHUNK terms of one sign, each rounded a few times. */
const SHARE = SUM_CHUNK * 6e-8;

const large = () => contextOf([createModel('box', boxMesh(9, 9, 9), 1), createModel('box', boxMesh(2, 2, 2), 1)]);
it.each([...WORLDS, ['more than three chunks', large] as const])('energy: %s', async (_, make) => {
  const { world, state } = make();
  stir(state);
  for (let i = 0; i < state.velocities.length; i++) state.velocities[i] = ((i * 31) % 23) - 9;
  const twins = {
    label: 'energy',
    code,
    stage,
    world,
    state,
    dispatches: dispatchesOf(ENERGY, world),
    read: ['energies', 'counters'] as const,
  };
  const run = await runTwins(twins);
  expect(run.kernel.counters[COUNTERS.broken]).toBe(0);
  run.twin.energies.forEach((expected, i) => {
    expect(Math.abs(run.kernel.energies[i] / expected - 1)).toBeLessThan(SHARE);
  });
  // One vertex left out would show; so does half of one.
  state.inverseMasses[0] *= 2;
  const changed = await runTwins(twins);
  expect(Math.abs(run.kernel.energies[0] / changed.twin.energies[0] - 1)).toBeGreaterThan(SHARE);
});

it.each([NaN, Infinity, -Infinity, 1.001e4])('energy: names the first body with a position of %d', async (wrong) => {
  const { world, state } = large();
  const vertex = world.bodies[1].vertexBase + 5;
  state.positions[3 * vertex + 2] = wrong;
  const twins = {
    label: 'energy',
    code,
    stage,
    world,
    state,
    dispatches: dispatchesOf(ENERGY, world),
    read: ['counters'] as const,
  };
  const { kernel, twin } = await runTwins(twins);
  expect([kernel.counters[COUNTERS.broken], twin.counters[COUNTERS.broken]]).toEqual([2, 2]);
  state.positions[700] = wrong;
  expect((await runTwins(twins)).kernel.counters[COUNTERS.broken]).toBe(1);
});
