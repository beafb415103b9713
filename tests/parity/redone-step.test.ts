import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { copyState, sharedDevice } from './harness.ts';

/** Limits at which every kernel of paths leaves some over to the next, and the last to the pool. */
const OVERRIDES = {
  shortestPathFlood: { CELL_LIMIT: 1 },
  shortestPath: { STEP_LIMIT: 1 },
  shortestPathLarge: { REACHED_LIMIT: 1 },
};
/** Steps after the first, more than the backend waits without a reason. */
const MORE_STEPS = 10;
const STATE = ['positions', 'velocities', 'remainders'] as const;
/** What steps remember of deep overlaps. */
const MEMORY = ['deepUntil', 'lastDirections', 'lastLeft'] as const;

const cases = [
  ['dcd', 'end-of-step'],
  ['dcd', 'in-the-loop'],
  ['hybrid', 'in-the-loop'],
] as const;
it.each(cases)(
  'mode %s, contacts %s: a step done again, since paths were left over, is to the bit the one that waits from its start',
  async (mode, contacts) => {
    const { world, state } = boxWorld({ shake: 0.005 });
    const parameters: SimulationParameters = { ...defaultParameters(), mode, contacts };
    const gpu = { device: await sharedDevice(world), adapterName: 'test', overrides: OVERRIDES };
    const backend = await openInState({
      world,
      state: copyState(world, state),
      backend: gpu,
      workers: onThisThread,
    });
    const { profile } = backend;
    const stepFromStart = async () => {
      await backend.write('positions', state.positions);
      await backend.write('velocities', state.velocities);
      for (const name of MEMORY) await backend.write(name, state[name]);
      const { repeatedRuns: redone } = profile;
      const counters = await step(backend, { parameters, grabs: [] });
      const bits: number[][] = [];
      for (const name of STATE)
        bits.push([...new Uint32Array(((await backend.read(name)) as Float32Array).slice().buffer)]);
      return { bits, counters, redone: profile.repeatedRuns - redone };
    };
    const first = await stepFromStart();
    expect(first.redone).toBe(1);
    expect(first.counters[COUNTERS.contactsDcd]).toBeGreaterThan(0);
    // The others know that they have to wait, though none of them leaves anything over that they didn't wait for.
    for (let i = 0; i < MORE_STEPS; i++) {
      const again = await stepFromStart();
      expect(again.redone).toBe(0);
      expect(again.bits).toEqual(first.bits);
      expect([...again.counters]).toEqual([...first.counters]);
    }
    await backend.dispose();
  },
);
