import { describe, expect, it } from 'vitest';
import { openInState } from '../../src/engine/open-backend.ts';
import { type BackendOptions, onThisThread } from '../../src/index.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { layeredWorld } from '../fixtures/air-layers.ts';
import { drawnAir } from '../fixtures/air-world.ts';
import { sharedDevice } from './harness.ts';
import { largestDifference } from './twins.ts';

/** Gentle, so that steps of two backends stay near each other: the drawn elements all pull at a body, and material resists. */
const PARAMETERS = {
  ...defaultParameters(),
  timeStep: 1e-3,
  mode: 'off' as const,
  youngsModulus: 1e4,
  springStiffness: 1e3,
};
const COUNT = 40;

const DEVICES: readonly (readonly [name: string, open: () => Promise<BackendOptions['backend']>])[] = [
  ['cpu', async () => 'cpu'],
  ['gpu', async () => ({ device: await sharedDevice(drawnAir(3, COUNT).world), adapterName: 'test' })],
];

async function run(dimension: 2 | 3, device: BackendOptions['backend'], steps: number) {
  const { world, state } = drawnAir(dimension, COUNT, false, PARAMETERS);
  const backend = await openInState({ world, state, workers: onThisThread, ...(device && { backend: device }) });
  const simulator = new Simulator(backend, PARAMETERS);
  for (let i = 0; i < steps; i++) await simulator.step();
  return { backend, simulator };
}

describe.each(DEVICES)('connectivity of air, on the %s', (_, open) => {
  it.each(['airElements', 'airOffsets', 'airTally'] as const)(
    'comes back from a checkpoint, and hashes tell it: %s',
    async (name) => {
      const { backend, simulator } = await run(3, await open(), 2);
      const hash = await simulator.hash();
      await backend.checkpoint();
      const start = ((await backend.read(name)) as Uint32Array).slice();
      const changed = start.slice();
      changed[1]++;
      await backend.write(name, changed);
      expect(await simulator.hash()).not.toBe(hash);
      await backend.restore();
      expect(await backend.read(name)).toEqual(start);
      expect(await simulator.hash()).toBe(hash);
      await backend.dispose();
    },
  );
});

it.each([2, 3] as const)('steps on both backends stay together, in dimension %d', async (dimension) => {
  const [cpu, gpu] = await Promise.all(
    DEVICES.map(async ([, open]) => {
      const { backend } = await run(dimension, await open(), 3);
      const positions = ((await backend.read('positions')) as Float32Array).slice();
      await backend.dispose();
      return positions;
    }),
  );
  expect(largestDifference(gpu, cpu)).toBeLessThan(1e-3);
});

/** Some roundings of coordinates up to 1 m, which contacts and friction in four steps amplify. */
const CONTACT_TOLERANCE = 1e-5;

it.each([2, 3] as const)('contacts of air hold alike on both backends, in dimension %d', async (dimension) => {
  const [cpu, gpu] = await Promise.all(
    DEVICES.map(async ([, open]) => {
      const { world, state, parameters } = layeredWorld(dimension);
      const device = await open();
      const backend = await openInState({ world, state, workers: onThisThread, ...(device && { backend: device }) });
      const simulator = new Simulator(backend, parameters);
      const { contactsAir } = await simulator.frame({ steps: 4 });
      const positions = ((await backend.read('positions')) as Float32Array).slice();
      await backend.dispose();
      return { positions, contactsAir };
    }),
  );
  expect(gpu.contactsAir).toBe(cpu.contactsAir);
  expect(cpu.contactsAir).toBeGreaterThan(4);
  expect(largestDifference(gpu.positions, cpu.positions)).toBeLessThan(CONTACT_TOLERANCE);
});
