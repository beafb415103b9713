import { beforeAll, expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { defaultParameters, MODES, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS, type State } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld, STACK } from '../fixtures/box-world.ts';
import { copyState, sharedDevice } from './harness.ts';

const STEPS = 3;

let world: World;
let start: State;
let device: GPUDevice;
beforeAll(async () => {
  ({ world, state: start } = boxWorld({
    shake: 0.005,
    shifts: STACK,
    parameters: { integrator: 'implicit-euler' },
    materials: [{}, { material: 'mass-spring' }, { density: 700 }],
  }));
  // The uppermost body falls onto the one below.
  for (let v = world.bodies[2].vertexBase; v < world.vertexCount; v++) start.velocities[3 * v + 1] -= 5;
  start.inverseMasses[3] = 0;
  device = await sharedDevice(world);
});

async function run(onDevice: boolean, given: Partial<SimulationParameters>) {
  const backend = await openInState({
    world,
    state: copyState(world, start),
    backend: onDevice ? { device, adapterName: 'test' } : 'cpu',
    workers: onThisThread,
  });
  const parameters = { ...defaultParameters(), integrator: 'implicit-euler' as const, youngsModulus: 1e5, ...given };
  const counters: Uint32Array[] = [];
  for (let i = 0; i < STEPS; i++) counters.push(await step(backend, { parameters, grabs: [] }));
  const positions = ((await backend.read('positions')) as Float32Array).slice();
  await backend.dispose();
  return { counters, positions };
}

const CASES = MODES.flatMap((mode) =>
  (['linear', 'newton'] as const).flatMap((solver) =>
    (['neo-hookean', 'mass-spring'] as const).map((material) => ({ mode, solver, material })),
  ),
);

it.each(CASES)('steps as the CPU does, and the same bits again: $mode, $solver, $material', async (given) => {
  const gpu = await run(true, given);
  const again = await run(true, given);
  const cpu = await run(false, given);
  expect(again.positions).toEqual(gpu.positions);
  const apart = gpu.positions.map((x, i) => Math.abs(x - cpu.positions[i])).sort();
  console.log(given, apart[apart.length >> 1], apart[apart.length - 1], gpu.counters.map((c) => [c[COUNTERS.linearIterations], c[COUNTERS.linearSolves], c[COUNTERS.contactsDcd]].join()), cpu.counters.map((c) => [c[COUNTERS.linearIterations], c[COUNTERS.linearSolves],c[COUNTERS.contactsDcd]].join()));
});
