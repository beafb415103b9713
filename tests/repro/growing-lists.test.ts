import { cases } from '../fixtures/tier.ts';
import { expect, it } from 'vitest';
import { onThisThread, type OpenPool, startWorkerNode } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { CAPACITY, type Capacities } from '../../src/simulation/capacities.ts';
import { GrowingLists, MAX_GROWTH_BYTES } from '../../src/simulation/growing-lists.ts';
import { COUNTER_COUNT, COUNTERS } from '../../src/simulation/state.ts';
import { allocateState } from '../../src/simulation/state-memory.ts';
import { buildWorker } from '../environment/build-worker.ts';
import { BY_REGIONS, capacitiesOf, runFrames, tangledBoxes, TOO_SMALL } from '../fixtures/growing-lists.ts';
import { copyArrays } from '../parity/harness.ts';

/** Bug: contacts and pairs beyond a list's capacity were dropped. */
const FRAMES = cases(4, 2);

async function run(capacities: Partial<Capacities>, changed = {}) {
  const { world, state } = tangledBoxes(capacities, changed);
  const backend = await openInState({ world, state, workers: onThisThread });
  const rows = await runFrames(backend, FRAMES, changed);
  return { rows, capacities: capacitiesOf(state) };
}

let large: ReturnType<typeof run> | undefined;
it.each(TOO_SMALL)('lists with initial capacities %o grow, and give the same bits as large ones', async (small) => {
  large ??= run({ pairsPerPoint: 100, queries: 5000, hits: 10000, hitsPerEdge: 100, colours: 2000 });
  const grown = await run(small);
  expect(grown.rows).toEqual((await large).rows);
  expect(new Set(grown.rows.map(({ hash }) => hash)).size).toBe(FRAMES);
  for (const row of grown.rows)
    expect(row).toMatchObject({ contactsDropped: 0, pairsDropped: 0, contactsUncoloured: 0, measuringLost: 0 });
  for (const name of Object.keys(small) as (keyof Capacities)[])
    expect(grown.capacities[name], name).toBeGreaterThan(1);
});

it('the list of regions grows likewise', async () => {
  const [grown, enough] = await Promise.all([run({ regions: 1 }, BY_REGIONS), run({ regions: 100 }, BY_REGIONS)]);
  expect(grown.rows).toEqual(enough.rows);
  expect(grown.rows[0]?.deepRegions).toBeGreaterThan(0);
  expect(grown.capacities.regions).toBeGreaterThan(1);
});

it('without memory for a larger list, the step goes on and counts what did not fit', async () => {
  const { world, state } = tangledBoxes({ queries: 1 });
  const workers: OpenPool = (...given) => ({ ...onThisThread(...given), grow: async () => false });
  const backend = await openInState({ world, state, workers });
  const rows = await runFrames(backend, 1);
  expect(rows[0]?.contactsDropped).toBeGreaterThan(0);
  expect(capacitiesOf(state).queries).toBe(1);
});

it('a list grows even if there is no memory for another one', async () => {
  const { world, state } = tangledBoxes({ queries: 1, hitsPerEdge: 1 });
  const asked: number[] = [];
  const workers: OpenPool = (...given) => {
    const pool = onThisThread(...given);
    const grow = async (capacities: Capacities) => {
      asked.push(capacities.hitsPerEdge);
      return capacities.hitsPerEdge === 1 && pool.grow(capacities);
    };
    return { ...pool, grow };
  };
  const backend = await openInState({ world, state, workers });
  const rows = await runFrames(backend, 2);
  expect(capacitiesOf(state).queries).toBeGreaterThan(1);
  expect(Math.max(...rows.map(({ contactsDropped }) => contactsDropped))).toBeGreaterThan(0);
  // A refused size is not requested again.
  expect(asked.length).toBeLessThan(40);
});

it('sizes at least as large as a refused one are not requested again, however the need varies', async () => {
  const { world, state } = tangledBoxes({});
  const asked: number[] = [];
  const lists = new GrowingLists(world, async ({ queries }) => {
    asked.push(queries);
    return false;
  });
  const counters = new Uint32Array(COUNTER_COUNT);
  const capacities = capacitiesOf(state);
  for (const further of [5, 6, 9, 6, 100, 4, 5]) {
    counters[COUNTERS.needs + CAPACITY.queries] = capacities.queries + further;
    expect(await lists.grow(counters, capacities)).toBe(false);
  }
  const { queries } = capacities;
  expect(asked).toEqual([2 * queries, queries + 5, queries + 4]);
});

it('lists may not grow past a bound', async () => {
  const { world, state } = tangledBoxes({});
  const lists = new GrowingLists(world, async () => expect.fail('asked for more than the bound'));
  const counters = new Uint32Array(COUNTER_COUNT);
  counters[COUNTERS.needs + CAPACITY.queries] = MAX_GROWTH_BYTES;
  expect(await lists.grow(counters, capacitiesOf(state))).toBe(false);
});

it('on workers, with and without shared memory, the bits are the same', async () => {
  const small = { pairsPerPoint: 1, queries: 1, hits: 1, hitsPerEdge: 1, colours: 1 };
  const { rows } = await run(small);
  const built = await buildWorker('src/workers/pool.worker.ts');
  for (const [count, shared] of [
    [2, true],
    [1, false],
  ] as const) {
    const { world, state: start } = tangledBoxes(small);
    const allocate = (bytes: number) => (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
    const state = allocateState(world, allocate, capacitiesOf(start));
    copyArrays(start, state);
    const workers = { count, shared, start: () => startWorkerNode(built.url) };
    const backend = await openInState({ world, state, workers });
    expect(await runFrames(backend, FRAMES)).toEqual(rows);
    await backend.dispose();
  }
});
