import { describe, expect, test, vi } from 'vitest';
import { openInState } from '../../src/engine/open-backend.ts';
import { measure } from '../../src/simulation/diagnostics/measure.ts';
import { WorkLostError } from '../../src/simulation/backend.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { TreeRebuild } from '../../src/simulation/tree-rebuild.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { lossyPool } from '../fixtures/lossy-pool.ts';

async function lossyBackend() {
  const { world, state } = boxWorld();
  const { open: workers, losses } = lossyPool();
  const backend = await openInState({ world, state, workers });
  return { backend, losses, state };
}

describe('a worker that dies while arrays are sent to it', () => {
  test.each(['push', 'run', 'pull'] as const)("doesn't end a measuring pass: %s", async (name) => {
    const { backend, losses, state } = await lossyBackend();
    const expected = await measure(backend);
    await backend.write('positions', state.positions.slice());
    // A worker that is lost during the upload is replaced by one that has all arrays.
    losses[name] = name === 'push' ? 1 : 2;
    expect(await measure(backend)).toEqual(expected);
    expect(expected[COUNTERS.penetrating]).toBeGreaterThan(0);
    expect(losses[name]).toBe(0);
  });
});

describe('a rebuild', () => {
  test('is adopted after the first attempt was lost', async () => {
    const { backend, state } = await lossyBackend();
    const write = vi.spyOn(backend, 'write');
    const trees = new TreeRebuild(backend);
    await trees.start();
    write.mockRejectedValueOnce(new WorkLostError('a worker died'));
    await expect(trees.adopt()).rejects.toThrow(WorkLostError);
    state.nextTetOrder[0] = 12345;
    await trees.adopt();
    expect(state.tetOrder[0]).toBe(12345);
  });

  test('is repeated if workers died during it', async () => {
    const { backend, losses, state } = await lossyBackend();
    losses.rebuild = 1;
    const trees = new TreeRebuild(backend);
    await trees.start();
    await trees.adopt();
    expect(state.tetOrder).toEqual(state.nextTetOrder);
    expect(losses.rebuild).toBe(0);
  });

  test('that was not started is not adopted', async () => {
    const { backend } = await lossyBackend();
    expect(await new TreeRebuild(backend).adopt()).toBe(false);
  });
});
