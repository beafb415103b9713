import { expect, it } from 'vitest';
import { openInState } from '../../src/engine/open-backend.ts';
import { answerQueriesInState, countPiercing, measure } from '../../src/simulation/diagnostics/measure.ts';
import { WorkLostError } from '../../src/simulation/backend.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS, type Words } from '../../src/simulation/state.ts';
import { TreeRebuild } from '../../src/simulation/tree-rebuild.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { lossyPool } from '../fixtures/lossy-pool.ts';
import { sharedDevice } from './harness.ts';

/** A GPU backend that leaves paths to the pool. */
async function open() {
  const { world, state } = boxWorld();
  const { open: workers, losses } = lossyPool();
  const device = await sharedDevice(world);
  const limits = { STEP_LIMIT: 1 };
  const overrides = { shortestPathFlood: limits, shortestPath: limits, shortestPathLarge: { REACHED_LIMIT: 1 } };
  const gpu = { device, adapterName: 'test', overrides };
  const backend = await openInState({ world, state, backend: gpu, workers });
  return { backend, losses, state };
}

it.each(['push', 'run', 'pull'] as const)('a worker that dies under a pass apart from steps: %s', async (name) => {
  const { backend, losses } = await open();
  const measured = await measure(backend);
  expect(measured[COUNTERS.pathOverflows]).toBeGreaterThan(2);
  losses[name] = 2;
  expect(await measure(backend)).toEqual(measured);
  expect(losses[name]).toBe(0);

  const count = 7;
  const answered = await answerQueriesInState(backend, count, defaultParameters());
  const paths = (await backend.read('paths')) as Words;
  losses[name] = 2;
  expect(await answerQueriesInState(backend, count, defaultParameters())).toEqual(answered);
  expect(((await backend.read('paths')) as Words).u32).toEqual(paths.u32);
  expect(losses[name]).toBe(0);

  const piercing = await countPiercing(backend);
  // The pool has the positions already.
  losses[name] = name === 'push' ? 0 : 2;
  expect(await countPiercing(backend)).toBe(piercing);
  expect(losses[name]).toBe(0);
  await backend.dispose();
});

it('a rebuild is adopted, although the first try was lost', async () => {
  const { backend, losses, state } = await open();
  const trees = new TreeRebuild(backend);
  expect(await trees.adopt()).toBe(false);
  await trees.start();
  losses.push = 1;
  await expect(trees.adopt()).rejects.toThrow(WorkLostError);
  await trees.adopt();
  expect(await backend.read('tetOrder')).toEqual(state.nextTetOrder);
  expect(state.edgeOrder).toEqual(state.nextEdgeOrder);
  await backend.dispose();
});
