import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WorkLostError } from '../../../src/simulation/backend.ts';
import { MAX_WORKERS } from '../../../src/simulation/program/pool.ts';
import { createTeam, TEAM_WORDS } from '../../../src/simulation/program/run-program.ts';
import { contactCapacity, readCapacities } from '../../../src/simulation/capacities.ts';
import { CONTACT, type State } from '../../../src/simulation/state.ts';
import type { WatchdogOptions } from '../../../src/workers/watch.ts';
import { type BuiltWorker, buildWorker } from '../../environment/build-worker.ts';
import { openTestPool, type TestPool, testProgram } from '../../fixtures/workers/open-test-pool.ts';
import { KNOBS } from '../../fixtures/workers/test-stages.ts';

let built: BuiltWorker;
let open: TestPool[] = [];
beforeAll(async () => {
  built = await buildWorker('tests/fixtures/workers/test.worker.ts');
});
afterEach(async () => {
  await Promise.all(open.map(({ pool }) => pool.dispose()));
  open = [];
});

async function openPool(size: number, shared = true): Promise<TestPool> {
  const pool = await openTestPool(built.url, size, shared);
  open.push(pool);
  return pool;
}

const MIXED = testProgram(['scatter', 3], ['shrinking'], ['uneven'], ['reverse', 7], ['scatter', 5], ['uneven']);

const bits = (state: State) => [
  Buffer.from(Uint8Array.from(new Uint8Array(state.positions.buffer))).toString('base64'),
  Buffer.from(Uint8Array.from(new Uint8Array(state.velocities.buffer))).toString('base64'),
];

async function bitsAfter({ pool, state }: TestPool, program = MIXED): Promise<string[]> {
  await pool.run(program);
  await pool.pull(['positions', 'velocities', 'counters', 'stageTimes']);
  return bits(state);
}

test('a team has words for MAX_WORKERS and no more', () => {
  const words = () => new Int32Array(new SharedArrayBuffer(4 * TEAM_WORDS));
  expect(createTeam(words(), MAX_WORKERS).size).toBe(MAX_WORKERS);
  expect(() => createTeam(words(), MAX_WORKERS + 1)).toThrow('found 65 workers, expected at most 64');
});

describe('programs', () => {
  test('give the same bits on 1, 2, 3 and 5 workers, and on one with its own memory', async () => {
    const alone = await openPool(1);
    const expected = await bitsAfter(alone);
    expect(new Set(alone.state.positions).size).toBeGreaterThan(100);
    for (const size of [2, 3, 5]) expect(await bitsAfter(await openPool(size)), `${size} workers`).toEqual(expected);
    expect(await bitsAfter(await openPool(1, false))).toEqual(expected);
  });

  test('give the same bits through thousands of barriers', async () => {
    const program = testProgram(['reverse', 3001], ['idle', 2000], ['reverse', 2]);
    const expected = await bitsAfter(await openPool(1), program);
    for (const size of [2, 3])
      expect(await bitsAfter(await openPool(size), program), `${size} workers`).toEqual(expected);
  });

  test('add the times of their entries to the clocks', async () => {
    const { pool, state } = await openPool(2);
    await pool.run(testProgram(['scatter'], ['idle', 5], ['reverse', 500]));
    expect(state.stageTimes[2]).toBeGreaterThan(state.stageTimes[0]);
    expect(state.stageTimes[0]).toBeGreaterThan(0);
    expect(state.stageTimes[3]).toBe(0);
  });

  test('may be empty', async () => {
    const { pool } = await openPool(2);
    await pool.run(testProgram());
  });

  test('take one message a worker', async () => {
    const { pool, posted } = await openPool(2);
    const before = posted();
    await pool.run(MIXED);
    expect(posted() - before).toBe(2);
  });
});

describe('a worker that dies', () => {
  test.each([
    [1, 1],
    [2, 1],
    [2, 2],
    [3, 2],
  ])(
    'in the middle of a program, of %i workers, is replaced, and the run is told lost (victim %i)',
    async (size, victim) => {
      const { pool, state, handles } = await openPool(size);
      state.counters[KNOBS.victim] = victim;
      await expect(pool.run(testProgram(['scatter'], ['die'], ['reverse', 50]))).rejects.toThrow(WorkLostError);
      expect(handles.length).toBe(size + 1);
      expect(state.counters[KNOBS.victim]).toBe(0);

      const fresh = await openPool(size);
      state.positions.set(fresh.state.positions);
      state.velocities.set(fresh.state.velocities);
      state.counters.fill(0);
      expect(await bitsAfter({ pool, state, handles, posted: () => 0 })).toEqual(await bitsAfter(fresh));
    },
  );

  test('between programs is found by the next one', async () => {
    const { pool, handles } = await openPool(2);
    handles[1].terminate();
    await handles[1].died;
    await expect(pool.run(MIXED)).rejects.toThrow(WorkLostError);
    await pool.run(MIXED);
    expect(handles.length).toBe(3);
  });

  test('while others wait for it lets them go', async () => {
    const { pool, handles } = await openPool(3);
    const run = pool.run(testProgram(['reverse', 2_000_000]));
    setTimeout(() => handles[2].terminate(), 50);
    await expect(run).rejects.toThrow(WorkLostError);
    await pool.run(MIXED);
  });

  test('with its own memory: its successor starts from what the host has', async () => {
    const lost = await openPool(1, false);
    await lost.pool.run(MIXED);
    await lost.pool.pull(['positions', 'velocities', 'counters']);
    const kept = bits(lost.state);
    lost.state.counters[KNOBS.victim] = 1;
    await lost.pool.push(['counters']);
    lost.state.counters[KNOBS.victim] = 0;
    await expect(lost.pool.run(testProgram(['scatter'], ['die']))).rejects.toThrow(WorkLostError);
    await lost.pool.pull(['positions', 'velocities']);
    expect(bits(lost.state)).toEqual(kept);
  });
});

describe('a worker that vanishes, of which no event tells', () => {
  /** Looks are taken by the test. */
  function manualWatchdog() {
    const looking = new Set<() => void>();
    const watchdog: WatchdogOptions = {
      checks: 3,
      every(look) {
        looking.add(look);
        return () => looking.delete(look);
      },
    };
    return { watchdog, looking };
  }

  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(setImmediate);
  };

  test.each([
    ['hangs', 2, true],
    ['hangs', 1, true],
    ['ends', 3, true],
    ['ends', 1, false],
  ] as const)(
    'it %s, of %i workers (shared: %s): the run is told lost, and the next one runs',
    async (how, size, shared) => {
      const { watchdog, looking } = manualWatchdog();
      const lost = await openTestPool(built.url, size, shared, watchdog);
      open.push(lost);
      const { state, handles, pool } = lost;
      if (how === 'hangs') state.counters[KNOBS.victim] = 1;
      else {
        handles[size - 1].terminate();
        await handles[size - 1].died;
      }
      const run = pool.run(testProgram(['scatter'], ['hang'], ['reverse', 50]));
      const told = expect(run).rejects.toThrow(WorkLostError);
      if (how === 'hangs') await until(() => state.counters[KNOBS.victim] === 0);
      while (handles.length === size) {
        for (const look of [...looking]) look();
        await new Promise(setImmediate);
      }
      await told;
      expect(looking.size).toBe(0);

      const fresh = await openPool(size, shared);
      state.positions.set(fresh.state.positions);
      state.velocities.set(fresh.state.velocities);
      state.counters.fill(0);
      await pool.push(['positions', 'velocities', 'counters']);
      expect(await bitsAfter(lost)).toEqual(await bitsAfter(fresh));
    },
  );

  test('a pool that hangs is ended by dispose: who waits for it gets an error', async () => {
    const { pool, state } = await openPool(2);
    state.counters[KNOBS.victim] = 2;
    const run = pool.run(testProgram(['hang']));
    await pool.dispose();
    await expect(run).rejects.toThrow('The pool was disposed');
  });
});

test('a stage that throws is told as it is, and the pool goes on', async () => {
  const { pool, handles } = await openPool(2);
  await expect(pool.run(testProgram(['fail'], ['reverse', 10]))).rejects.toThrow('a stage failed');
  await pool.run(MIXED);
  expect(handles.length).toBe(2);
});

test('a worker that cannot be started is an error, not a wait', async () => {
  await expect(openTestPool(new URL('file:///nowhere.mjs'), 2)).rejects.toThrow("can't be started");
});

describe('rebuilds', () => {
  test.each([
    [2, true],
    [1, false],
  ])('run on %i workers (shared: %s), also when a worker dies under one', async (size, shared) => {
    const { pool, state, handles } = await openPool(size, shared);
    const values = [5, shared ? -6 : 6, 7];
    values.forEach((value, body) => {
      state.rebuildPositions[3 * body] = value;
    });
    await pool.push(['rebuildPositions']);
    const rebuilds = Promise.all(values.map((_, body) => pool.rebuild(body)));
    await pool.run(MIXED);
    pool.hurryRebuilds();
    await rebuilds;
    expect([...state.nextTetOrder.subarray(0, 3)]).toEqual([5, 6, 7]);
    expect(handles.length).toBe(shared ? size + 1 : size);
  });

  test('go behind programs, and need no hurry', async () => {
    const { pool, state } = await openPool(2);
    state.rebuildPositions[0] = 9;
    const rebuild = pool.rebuild(0);
    await pool.run(MIXED);
    expect(state.nextTetOrder[0]).toBe(0);
    await rebuild;
    expect(state.nextTetOrder[0]).toBe(9);
  });
});

describe('lists that grow', () => {
  test.each([
    [2, true],
    [1, false],
  ])('keep what they held, for host and workers: %i workers, shared %s', async (size, shared) => {
    const { pool, state } = await openPool(size, shared);
    const before = readCapacities(state.capacities);
    const grown = { ...before, hits: 3 * before.hits, pairsPerPoint: 2 * before.pairsPerPoint };
    state.contacts.u32.set([1, 2, 3]);
    await pool.push(['contacts']);
    expect(await pool.grow(grown)).toBe(true);
    expect(readCapacities(state.capacities)).toEqual(grown);
    expect(state.contacts.u32.length).toBe(CONTACT.stride * contactCapacity(pool.world, grown));
    // A worker without shared memory hands over arrays of its own, which have to have these lengths.
    state.contacts.u32.fill(0);
    if (!shared) await pool.pull(['contacts', 'pairs', 'capacities']);
    expect(readCapacities(state.capacities)).toEqual(grown);
    expect([...state.contacts.u32.subarray(0, 3)]).toEqual(shared ? [0, 0, 0] : [1, 2, 3]);
    await pool.run(MIXED);
  });

  test.each([true, false])('are refused where memory ends, and all stays as it is: shared %s', async (shared) => {
    const { pool, state } = await openPool(1, shared);
    const before = readCapacities(state.capacities);
    const { contacts } = state;
    expect(await pool.grow({ ...before, hits: 2 ** 40 })).toBe(false);
    expect(readCapacities(state.capacities)).toEqual(before);
    expect(state.contacts).toBe(contacts);
  });
});

describe('data of models', () => {
  test.each([
    [2, true],
    [1, false],
  ])('are made once, for host and workers and their successors: %i workers, shared %s', async (size, shared) => {
    const { pool, state } = await openPool(size, shared);
    const [{ modelData, topology }] = pool.world.models;
    await pool.prepare([]);
    expect(modelData).toEqual({});
    await pool.prepare(['restTree']);
    const { restTree } = modelData;
    expect([...restTree.order]).toEqual([topology.vertexCount]);
    await pool.prepare(['restTree']);
    expect(modelData.restTree).toBe(restTree);
    const all = async () => {
      state.positions.fill(0);
      await pool.push(['positions']);
      await pool.run(testProgram(['made']));
      await pool.pull(['positions']);
      return [...new Set(state.positions)];
    };
    expect(await all()).toEqual([topology.vertexCount]);
    state.counters[KNOBS.victim] = 1;
    await pool.push(['counters']);
    await expect(pool.run(testProgram(['die']))).rejects.toThrow(WorkLostError);
    expect(await all()).toEqual([topology.vertexCount]);
  });
});
