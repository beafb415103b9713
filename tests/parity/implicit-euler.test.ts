import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { defaultParameters, MODES, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS, type State } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld, STACK } from '../fixtures/box-world.ts';
import { sharedDevice } from './harness.ts';

const STEPS = 3;

/** Solved to float32's precision, so that both backends stop where they can't differ much. */
const SOLVED = { integrator: 'implicit-euler', youngsModulus: 1e5, linearTolerance: 1e-5 } as const;

/** Boxes above one another, with a material of springs or of another density. The uppermost one falls onto the one below. */
function makeWorld(parameters: Partial<SimulationParameters>): { world: World; state: State } {
  const made = boxWorld({
    shake: 0.005,
    shifts: STACK,
    parameters: { ...SOLVED, ...parameters },
    materials: [{}, { material: 'mass-spring' }, { density: 700 }],
  });
  const { world, state } = made;
  for (let v = world.bodies[2].vertexBase; v < world.vertexCount; v++) state.velocities[3 * v + 1] -= 5;
  state.inverseMasses[3] = 0;
  return made;
}

async function run(onDevice: boolean, given: Partial<SimulationParameters>) {
  const { world, state } = makeWorld(given);
  const backend = await openInState({
    world,
    state,
    backend: onDevice ? { device: await sharedDevice(world), adapterName: 'test' } : 'cpu',
    workers: onThisThread,
  });
  const parameters = { ...defaultParameters(), ...SOLVED, ...given };
  const counters: Uint32Array[] = [];
  for (let i = 0; i < STEPS; i++) counters.push(await step(backend, { parameters, grabs: [] }));
  const positions = ((await backend.read('positions')) as Float32Array).slice();
  await backend.dispose();
  return { counters, positions };
}

const CASES: readonly Partial<SimulationParameters>[] = [
  ...MODES.flatMap((mode) =>
    (['linear', 'newton'] as const).flatMap((solver) =>
      (['neo-hookean', 'mass-spring'] as const).map((material) => ({ mode, solver, material })),
    ),
  ),
  { solver: 'linear', pressure: 1e4 },
  { solver: 'newton', pressure: 1e4 },
];

it.each(CASES)('steps as the CPU does, and the same bits again: %j', async (given) => {
  const gpu = await run(true, given);
  const again = await run(true, given);
  const cpu = await run(false, given);
  expect(again.positions).toEqual(gpu.positions);
  const counted = (name: 'linearSolves' | 'linearIterations' | 'linearResidual') =>
    [gpu, cpu].map(({ counters }) => counters.map((all) => all[COUNTERS[name]]));
  const [solves, twinSolves] = counted('linearSolves');
  expect(solves).toEqual(twinSolves);
  const [iterations, twinIterations] = counted('linearIterations');
  for (const [i, count] of iterations.entries())
    expect(Math.abs(count - twinIterations[i])).toBeLessThanOrEqual(3 + 0.1 * twinIterations[i]);
  const apart = gpu.positions.map((x, i) => Math.abs(x - cpu.positions[i])).sort();
  console.log(
    JSON.stringify(given),
    apart[apart.length >> 1],
    apart[apart.length - 1],
    iterations,
    twinIterations,
    counted('linearResidual'),
  );
  // Float32 on the way, of bodies 4 m wide.
  expect(apart[apart.length >> 1]).toBeLessThan(1e-6);
  expect(apart[apart.length - 1]).toBeLessThan(1e-4);
});
