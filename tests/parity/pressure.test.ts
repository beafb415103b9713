import { describe, expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { PRESSURE } from '../../src/simulation/constraints/pressure/passes.ts';
import { clearGases, gas } from '../../src/simulation/constraints/pressure/gas.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { GAS } from '../../src/simulation/tables/records.ts';
import type { State } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld, STACK } from '../fixtures/box-world.ts';
import { contextOf, cornerTet } from '../fixtures/stages.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { copyState, dispatchesOf, sharedDevice } from './harness.ts';
import { largestDifference, runTwins, stir } from './twins.ts';

const parameters = { pressure: 2e5, timeStep: 1e-2 };
/** A few roundings of positions up to 8 m and sums over some hundred vertices, of which a push of 20 mm knows 1e-6. */
const TOLERANCE = 2e-6;
/** Multipliers are dt^2 times the pressure, 20 Pa s^2. */
const MULTIPLIERS = 20 * TOLERANCE;

const WORLDS: readonly (readonly [name: string, make: () => { world: World; state: State }])[] = [
  ['one tetrahedron', () => contextOf([cornerTet()], parameters)],
  ['three boxes', () => boxWorld({ parameters })],
  ['more than two workgroups', () => contextOf([cornerTet(), createModel('box', boxMesh(9, 7, 8), 1)], parameters)],
];

it.each(WORLDS)('gas: %s', async (_, make) => {
  const { world, state } = make();
  stir(state);
  for (let i = 0; i < state.remainders.length; i++) state.remainders[i] = 1e-8 * ((i * 7) % 5);
  for (let body = 0; body < world.bodies.length; body++) state.gases[GAS.stride * body + GAS.lambda] = 3 * body;
  const [pass] = PRESSURE.solve({ ...defaultParameters(), ...parameters }, world);
  const read = ['positions', 'gases', 'volumeGradients', 'moments'] as const;
  const dispatches = dispatchesOf(pass, world);
  const twins = { label: 'gas', code: '', stage: gas, world, state, parameters, dispatches, read };
  const run = await runTwins(twins, { pressure: 2.002e5 });
  expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
  expect(largestDifference(run.kernel.gases, run.twin.gases)).toBeLessThan(MULTIPLIERS);
  expect(largestDifference(run.kernel.volumeGradients, run.twin.volumeGradients)).toBeLessThan(TOLERANCE);
  // Impulses times dt, some 10 kg m, times distances of some metres.
  expect(largestDifference(run.kernel.moments, run.twin.moments)).toBeLessThan(100 * TOLERANCE);
  expect(largestDifference(run.twin.positions, state.positions)).toBeGreaterThan(1000 * TOLERANCE);
  expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
  expect(largestDifference(run.kernel.gases, run.perturbed.gases)).toBeGreaterThan(MULTIPLIERS);
});

it('gas: multipliers are cleared, rest volumes stay', async () => {
  const { world, state } = boxWorld({ parameters });
  for (let i = 0; i < state.gases.length; i++) state.gases[i] = i + 1;
  const dispatches = dispatchesOf(PRESSURE.atStart({ ...defaultParameters(), ...parameters }, world)[0], world);
  const twins = { label: 'clear', code: '', stage: clearGases, world, state, dispatches, read: ['gases'] as const };
  const { kernel, twin } = await runTwins(twins);
  expect(kernel.gases).toEqual(twin.gases);
  expect(Array.from(kernel.gases)).toEqual([1, 0, 3, 4, 0, 6, 7, 0, 9]);
});

describe('steps with gas', () => {
  const given = { ...defaultParameters(), mode: 'off' as const, youngsModulus: 1e5, pressure: 3e4 };
  const { world, state } = boxWorld({ parameters: given, shake: 0.005, shifts: STACK });
  const run = async (gpu: boolean, pressure = given.pressure) => {
    const device = gpu && { backend: { device: await sharedDevice(world), adapterName: 'test' } };
    const backend = await openInState({ world, state: copyState(world, state), ...device, workers: onThisThread });
    for (let i = 0; i < 3; i++) await step(backend, { parameters: { ...given, pressure }, grabs: [] });
    const positions = ((await backend.read('positions')) as Float32Array).slice();
    await backend.dispose();
    return positions;
  };

  it('are the same on both backends, and the same bits again', async () => {
    const [gpu, again, cpu] = [await run(true), await run(true), await run(false)];
    expect(again).toEqual(gpu);
    // Some hundred roundings of positions up to 7 m.
    expect(largestDifference(gpu, cpu)).toBeLessThan(1e-5);
    expect(largestDifference(gpu, await run(true, 1.01 * given.pressure))).toBeGreaterThan(1e-5);
  });
});
