import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openBackend } from '../../src/engine/open-backend.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { box, placed } from '../physics/bodies.ts';
import { sharedDevice } from './harness.ts';

it('a world without sides of path patches steps on the device', async () => {
  const small = (dx: number) => placed('small', box(2, 2, 2, 0.1), (x, y, z) => [x + dx, y, z]);
  const parameters = { ...defaultParameters(), gravity: 0 };
  const { world, positions } = createWorld([small(0), small(0.3)], [], parameters);
  // So the array pathSides is empty; the pool has one element of it, and the device none.
  expect(world.sideCount).toBe(0);
  const gpu = { device: await sharedDevice(world), adapterName: 'test' };
  const backend = await openBackend({ world, positions, parameters, backend: gpu, workers: onThisThread });
  await new Simulator(backend, parameters).step();
  const moved = await backend.read('positions');
  await backend.dispose();
  expect(Math.max(...moved.map((x, i) => Math.abs(x - positions[i])))).toBeLessThan(1e-6);
});
