import { describe, expect, test } from 'vitest';
import { openBackend } from '../../src/index.ts';
import { WorkLostError } from '../../src/simulation/backend.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { lossyPool } from '../fixtures/lossy-pool.ts';

async function lossyBackend() {
  const { world, state } = boxWorld();
  const { open: workers, losses } = lossyPool();
  const { backend } = await openBackend({ world, state, workers });
  return { backend, losses, state };
}

describe('a worker that dies while arrays are sent to it', () => {
  test.each(['push', 'run', 'pull'] as const)("doesn't end a measuring pass: %s", async (name) => {
    const { backend, losses, state } = await lossyBackend();
    const expected = await backend.measure();
    await backend.write('positions', state.positions.slice());
    losses[name] = 2;
    expect(await backend.measure()).toEqual(expected);
    expect(expected[COUNTERS.penetrating]).toBeGreaterThan(0);
    expect(losses[name]).toBe(0);
  });
});

test('a part of a step that is lost with a worker is told, and not left out', async () => {
  const { backend, losses } = await lossyBackend();
  backend.begin({ parameters: defaultParameters(), attachments: [] });
  backend.predict();
  losses.run = 1;
  await expect(backend.measure()).rejects.toThrow(WorkLostError);
});

describe('a rebuild', () => {
  test('is adopted, although the first try was lost', async () => {
    const { backend, losses, state } = await lossyBackend();
    await backend.startRebuild();
    await backend.write('positions', state.positions.slice());
    losses.push = 1;
    await expect(backend.adoptRebuild()).rejects.toThrow(WorkLostError);
    state.nextTetOrder[0] = 12345;
    await backend.adoptRebuild();
    expect(state.tetOrder[0]).toBe(12345);
  });

  test('is done again where workers died under it', async () => {
    const { backend, losses, state } = await lossyBackend();
    losses.rebuild = 1;
    await backend.startRebuild();
    await backend.adoptRebuild();
    expect(state.tetOrder).toEqual(state.nextTetOrder);
    expect(losses.rebuild).toBe(0);
  });

  test('that nobody started is nothing to adopt', async () => {
    const { backend } = await lossyBackend();
    expect(await backend.adoptRebuild()).toBe(false);
  });
});
