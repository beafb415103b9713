import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import { boxWorld, STACK } from '../fixtures/box-world.ts';
import { sharedDevice } from './harness.ts';

const BYTES = 4;

/** A step's counters come back at its end, with the colours' sizes where there are contacts; positions before each search of CCD, x0 and, in mode hybrid, P_in before the first. */
const cases = [
  ['off', 'end-of-step', 1, 0],
  ['dcd', 'in-the-loop', 1, 0],
  ['ccd', 'end-of-step', 2, 1],
  ['hybrid', 'end-of-step', 2, 1],
  ['hybrid', 'in-the-loop', 3, 2],
] as const;
it.each(cases)(
  'a step of mode %s, contacts %s, waits for the device %d times',
  async (mode, contacts, waits, searches) => {
    const { world, state } = boxWorld({ shake: 0.005, shifts: STACK });
    // The uppermost body falls into the one below.
    for (let v = world.bodies[2].vertexBase; v < world.vertexCount; v++) state.velocities[3 * v + 1] -= 5;
    const device = await sharedDevice(world);
    const parameters: SimulationParameters = { ...defaultParameters(), mode, contacts, guarantee: false };
    const backend = await openInState({
      world,
      state,
      backend: { device, adapterName: 'test' },
      workers: onThisThread,
    });
    const { profile } = backend;
    for (let i = 0; i < 2; i++) {
      profile.reset();
      const counters = await step(backend, { parameters, grabs: [] });
      if (mode !== 'off' && i === 0)
        expect(counters[COUNTERS.contactsDcd] + counters[COUNTERS.contactsCcd]).toBeGreaterThan(0);
      expect(profile.waits).toBe(waits);
      const atEnd = state.counters.length + (mode === 'off' ? 0 : state.colourOffsets.length);
      const before =
        searches * state.positions.length +
        Math.min(1, searches) *
          (state.positionsT0.length + (mode === 'hybrid' ? state.inside.length + state.deepPairs.length : 0));
      expect(profile.bytesRead).toBe(BYTES * (atEnd + before));
      // One for each part that something is waited for, and what begins before the pool has come that far.
      expect(profile.submissions).toBeLessThanOrEqual(waits + searches);
    }
    await backend.dispose();
  },
);

it('the guarantee in the pool waits for positions at a step’s start and end, and for velocities', async () => {
  const { world, state } = boxWorld({ shake: 0.005, shifts: STACK });
  const device = await sharedDevice(world);
  const backend = await openInState({ world, state, backend: { device, adapterName: 'test' }, workers: onThisThread });
  const parameters: SimulationParameters = { ...defaultParameters(), contacts: 'end-of-step' };
  await step(backend, { parameters, grabs: [] });
  backend.profile.reset();
  await step(backend, { parameters, grabs: [] });
  expect(backend.profile.waits).toBeLessThanOrEqual(2 + 3);
  await backend.dispose();
});
