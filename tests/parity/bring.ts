import { onTestFinished } from 'vitest';
import { onThisThread } from '../../src/engine/inline-pool.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import type { Bring } from '../physics/bodies.ts';
import { copyState, sharedDevice } from './harness.ts';

/** Copies bodies, as they are now, to the device that all files share, until the test ends. */
export const onDevice: Bring = async ({ world, simulator, state, masses }) => {
  const device = await sharedDevice(world);
  const backend = await openInState({
    world,
    state: copyState(world, state),
    workers: onThisThread,
    backend: { device, adapterName: 'test' },
  });
  onTestFinished(() => backend.dispose());
  const copy = copyState(world, state);
  const brought = new Simulator(backend, simulator.parameters);
  const run = async (steps: number) => {
    for (let i = 0; i < steps; i++) await brought.step();
    for (const name of ['positions', 'remainders', 'velocities'] as const) copy[name].set(await backend.read(name));
  };
  return { simulator: brought, world, state: copy, masses, run };
};
