import { expect, test } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import type { FrameRow } from '../../src/simulation/statistics.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { parametersWith } from '../fixtures/stages.ts';

/** Runs one step in which every detection, one or two, sees the same positions. */
async function stepInPlace(contacts: SimulationParameters['contacts']): Promise<FrameRow> {
  const { world, state } = boxWorld();
  // By regions, the second detection tests more points, since the first has found bodies deep in one another.
  const parameters = parametersWith({ mode: 'dcd', contacts, iterations: 0, recovery: 'paths' });
  const backend = await openInState({ world, state, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  return simulator.frame({ steps: 1 });
}

test('figures per query are the same whether a step detects once or twice', async () => {
  const [once, twice] = [await stepInPlace('end-of-step'), await stepInPlace('in-the-loop')];
  expect(once.queries).toBeGreaterThan(10);
  for (const figure of ['queries', 'candidates', 'traversals', 'tetsVisited'] as const) {
    expect(once[figure], figure).toBeGreaterThan(0);
    expect(twice[figure], figure).toBe(once[figure]);
  }
});

test('pairs, contacts and paths that the measuring pass loses are counted in the frame', async () => {
  const { world, state } = boxWorld();
  const backend = await openInState({ world, state, workers: onThisThread });
  const losses = { pairsDropped: 5, contactsDropped: 30, pathsMissing: 200 };
  const run = backend.run.bind(backend);
  backend.run = async (program) => {
    const counters = await run(program);
    if (program.name !== 'measure') return counters;
    for (const [name, lost] of Object.entries(losses)) counters[COUNTERS[name as keyof typeof losses]] = lost;
    return counters;
  };
  const simulator = new Simulator(backend, parametersWith({ mode: 'off' }));
  expect(await simulator.frame({ steps: 1 })).toMatchObject({ measuringLost: 235, pairsDropped: 0, step: 1 });
});
