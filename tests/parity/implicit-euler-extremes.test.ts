import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { SOLVERS } from '../../src/simulation/integrators/implicit-euler/tables.ts';
import { defaultParameters, PARAMETERS, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { BrokenStateError, Simulator } from '../../src/simulation/simulator.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { box, placed } from '../physics/bodies.ts';
import { sharedDevice } from './harness.ts';

const IMPLICIT = { integrator: 'implicit-euler', mode: 'hybrid' } as const;
/** Friction's stiffness depends on the direction of sliding, which for bodies that don't slide is all rounding. */
const SMOOTH = { staticFriction: 0, dynamicFriction: 0 } as const;
const PLANES = [{ normal: [0, 1, 0], offset: 0 }] as const;
const BACKENDS = ['cpu', 'gpu'] as const;

/** Three boxes: one a hundredth of a cell in the ground, the next one as deep in it, the last one free. */
async function open(on: (typeof BACKENDS)[number], cell: number, changed: Partial<SimulationParameters>) {
  const at = (x: number, y: number, z: number) =>
    placed('box', box(3, 2, 3, cell), (a, b, c) => [a + cell * x, b + cell * y, c + cell * z]);
  const given = { ...IMPLICIT, ...SMOOTH, ...changed };
  const parameters = { ...defaultParameters(), ...given };
  const { world, positions } = createWorld([at(0, -0.01, 0), at(0.3, 1.98, 0.2), at(9, 9, 9)], PLANES, given);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const gpu = on === 'gpu' && { device: await sharedDevice(world), adapterName: 'test' };
  const backend = await openInState({ world, state, backend: gpu || 'cpu', workers: onThisThread });
  return { backend, simulator: new Simulator(backend, parameters) };
}

it.each(SOLVERS)('a step whose solve computes NaN fails on the device, and names the solve: %s', async (solver) => {
  // Forces of contacts alone are NaN then, and they first occur in the solve.
  const { backend, simulator } = await open('gpu', 0.1, { solver, contactStiffness: Number.NaN });
  const failure = await simulator.step().catch((error: unknown) => error);
  await backend.dispose();
  expect(failure).toBeInstanceOf(BrokenStateError);
  expect(failure).toMatchObject({ part: 'solve', step: 0, body: 0 });
});

function rangeOf(name: keyof SimulationParameters): { min: number; max: number } {
  const parameter = PARAMETERS[name];
  if (!('max' in parameter)) throw new Error(`${name} is of the kind ${parameter.kind}, expected a number`);
  return parameter;
}
const [youngsModulus, density, timeStep] = (['youngsModulus', 'density', 'timeStep'] as const).map(rangeOf);
const STIFFEST = {
  youngsModulus: youngsModulus.max,
  materialDamping: rangeOf('materialDamping').max,
  contactStiffness: rangeOf('contactStiffness').max,
} as const;

/**
 * In the first case a vertex's block has 2e18 N/m: the product of three is 1e55, and float32 ends at 3e38. In the last one it has
 * 0.05 N/m.
 */
const EXTREMES: readonly (readonly [name: string, cell: number, given: Partial<SimulationParameters>])[] = [
  ['stiff, heavy, short steps', 1, { ...STIFFEST, density: density.max, timeStep: timeStep.min }],
  ['stiff, heavy, long steps', 1, { ...STIFFEST, density: density.max, timeStep: timeStep.max }],
  ['stiff, light, short steps', 0.1, { ...STIFFEST, density: density.min, timeStep: timeStep.min }],
  ['stiff, small cells', 1e-3, { ...STIFFEST, timeStep: 1e-3 }],
  ['soft, light, small cells', 1e-3, { youngsModulus: youngsModulus.min, density: density.min, timeStep: 1e-2 }],
];

it.each(EXTREMES)(
  'systems of extreme stiffness stay finite, and the device’s are the CPU’s: %s',
  async (_, cell, given) => {
    const [cpu, gpu] = await Promise.all(BACKENDS.map((on) => open(on, cell, given)));
    for (const { simulator } of [cpu, gpu]) await simulator.step();
    const read = (name: 'preconditioner' | 'vertexBlocks' | 'positions' | 'velocities' | 'predictedMoves') =>
      Promise.all([gpu, cpu].map(async ({ backend }) => (await backend.read(name)).slice()));
    for (const name of ['positions', 'velocities', 'predictedMoves'] as const)
      for (const numbers of await read(name)) expect(numbers.every(Number.isFinite), name).toBe(true);
    for (const name of ['preconditioner', 'vertexBlocks'] as const) {
      const [ours, twins] = await read(name);
      for (let v = 0; v < twins.length; v += 6) {
        const scale = Math.max(...twins.subarray(v, v + 6).map(Math.abs));
        expect(scale).toBeGreaterThan(0);
        for (let k = v; k < v + 6; k++)
          expect.soft(Math.abs(ours[k] - twins[k]) / scale, `${name} ${k}`).toBeLessThan(1e-4);
      }
    }
    for (const { backend } of [cpu, gpu]) await backend.dispose();
  },
);
