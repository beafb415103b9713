import { beforeAll, describe, expect, it } from 'vitest';
import { openAdapter } from '../../src/cli/dawn.ts';
import { CpuBackend } from '../../src/cpu/cpu-backend.ts';
import { requestDevice } from '../../src/gpu/device.ts';
import { createGpuBackend, type GpuBackend } from '../../src/gpu/gpu-backend.ts';
import { type Backend, WorkLostError } from '../../src/simulation/backend.ts';
import { CONTACT_SCHEDULES, defaultParameters, MATERIALS, MODES, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS, PATH, type State, type Words } from '../../src/simulation/state.ts';
import { hashState } from '../../src/simulation/statistics.ts';
import { step } from '../../src/simulation/step.ts';
import type { World } from '../../src/simulation/world.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { inlinePool } from '../fixtures/inline-pool.ts';
import { copyState, sharedDevice } from './harness.ts';

const STEPS = 3;

let world: World;
let start: State;
let device: GPUDevice;
beforeAll(async () => {
  ({ world, state: start } = boxWorld({ shake: 0.05 }));
  device = await sharedDevice(world);
});

async function openGpu(): Promise<GpuBackend> {
  const state = copyState(world, start);
  return createGpuBackend({ world, state, pool: inlinePool(world, state), device, adapterName: 'test' });
}

const openCpu = (): CpuBackend => new CpuBackend(inlinePool(world, copyState(world, start)), 'test');

/** Some steps, a dragged vertex in them, and a measurement. */
async function run(backend: Backend, given: Partial<SimulationParameters>) {
  const parameters = { ...defaultParameters(), youngsModulus: 1e5, ...given };
  const attachments = [{ vertex: 3, target: [-0.2, 2, 0] as const }];
  const counters: Uint32Array[] = [];
  for (let i = 0; i < STEPS; i++) counters.push(await step(backend, { parameters, attachments }));
  const measured = await backend.measure();
  const positions = ((await backend.read('positions')) as Float32Array).slice();
  const velocities = ((await backend.read('velocities')) as Float32Array).slice();
  const depths = ((await backend.read('depths')) as Float32Array).slice();
  const energies = Array.from((await backend.read('energies')) as Float64Array);
  await backend.dispose();
  return { counters, measured, positions, velocities, depths, energies, hash: hashState([positions, velocities]) };
}

const largestDifference = (a: Float32Array, b: Float32Array) => a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

for (const mode of MODES)
  for (const contacts of CONTACT_SCHEDULES)
    for (const material of MATERIALS) {
      if (mode === 'off' && contacts === 'in-the-loop') continue;
      it(`steps as the CPU does, and the same bits again: ${mode}, ${contacts}, ${material}`, async () => {
        const given = { mode, contacts, material };
        const gpu = await run(await openGpu(), given);
        const again = await run(await openGpu(), given);
        const cpu = await run(openCpu(), given);
        expect(again.hash).toBe(gpu.hash);
        expect(largestDifference(gpu.positions, start.positions)).toBeGreaterThan(1e-3);
        // Of bodies 4 m wide: float32 on the way, and now and then a contact that one side doesn't see.
        expect(largestDifference(gpu.positions, cpu.positions)).toBeLessThan(1e-3);
        expect(Math.abs(gpu.measured[COUNTERS.penetrating] - cpu.measured[COUNTERS.penetrating])).toBeLessThanOrEqual(2);
        if (mode !== 'off') expect(gpu.counters.every((count) => count[COUNTERS.contactsDcd] + count[COUNTERS.contactsCcd] > 0)).toBe(true);
        gpu.energies.forEach((energy, i) => {
          expect(energy).toBeCloseTo(cpu.energies[i], 1);
        });
      });
    }

it('tells of a lost device by WorkLostError', async () => {
  const { adapter } = await openAdapter();
  const own = await requestDevice(adapter, world);
  const state = copyState(world, start);
  const backend = await createGpuBackend({ world, state, pool: inlinePool(world, state), device: own, adapterName: 'test' });
  backend.begin({ parameters: defaultParameters(), attachments: [] });
  own.destroy();
  await expect(backend.finish()).rejects.toBeInstanceOf(WorkLostError);
});
