import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { runFrames, tangledBoxes } from '../fixtures/growing-lists.ts';
import { sharedDevice } from './harness.ts';

const IMPLICIT = { integrator: 'implicit-euler', linearIterations: 30 } as const;

/** Two grabs of a free box, one of a vertex alone, whose targets move. */
async function pull(onDevice: boolean, isGrabbed = true) {
  const given = { ...IMPLICIT, mode: 'off', gravity: 0, youngsModulus: 1e5, linearTolerance: 1e-5 } as const;
  const made = boxWorld({ bodies: 1, shake: 0, colliders: [], parameters: given });
  const gpu = onDevice && { device: await sharedDevice(made.world), adapterName: 'test' };
  const backend = await openInState({ ...made, backend: gpu || 'cpu', workers: onThisThread });
  const simulator = new Simulator(backend, { ...defaultParameters(), ...given });
  for (let step = 0; step < 5; step++) {
    const [x, z] = [-0.2 * step, 0.1 * step];
    if (isGrabbed)
      simulator.setGrabs([
        { vertex: 0, radius: 1.5, target: [x, 0.3, z] },
        { vertex: 59, target: [4, 2 + x, 3] },
      ]);
    await simulator.step();
  }
  const positions = (await backend.read('positions')).slice();
  await backend.dispose();
  return positions;
}

it('a grabbed body moves on the device as on the CPU', async () => {
  const [gpu, cpu, alone] = [await pull(true), await pull(false), await pull(false, false)];
  const apart = (other: Float32Array) => Math.max(...cpu.map((x, i) => Math.abs(x - other[i])));
  expect(apart(alone)).toBeGreaterThan(0.01);
  // Float32 rounds positions of 4 m to 2.4e-7 m.
  expect(apart(gpu)).toBeLessThan(2e-6);
});

it('lists of contacts that start too short grow on the device, and the bits are those of large ones', async () => {
  const run = async (capacities: Parameters<typeof tangledBoxes>[0]) => {
    const made = tangledBoxes(capacities, IMPLICIT);
    const gpu = { device: await sharedDevice(made.world), adapterName: 'test' };
    const backend = await openInState({ ...made, backend: gpu, workers: onThisThread });
    const rows = await runFrames(backend, 1, IMPLICIT);
    const { capacities: onDevice } = backend.buffers;
    await backend.dispose();
    return { rows, capacities: onDevice };
  };
  const small = await run({ pairsPerPoint: 1, queries: 1, hits: 1, hitsPerEdge: 1 });
  const large = await run({ pairsPerPoint: 100, queries: 5000, hits: 10000, hitsPerEdge: 100 });
  expect(small.rows).toEqual(large.rows);
  expect(small.rows[0]).toMatchObject({ contactsDropped: 0, pairsDropped: 0 });
  for (const name of ['queries', 'hits'] as const) expect(small.capacities[name], name).toBeGreaterThan(1);
});
