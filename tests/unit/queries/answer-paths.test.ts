import { afterEach, expect, it, vi } from 'vitest';
import { answerPaths } from '../../../src/queries/answer-paths.ts';
import { median } from '../../../src/math/statistics.ts';
import { parsePathCase } from '../../../src/queries/path-case.ts';
import type { Backend } from '../../../src/simulation/backend.ts';
import { initialQueries } from '../../../src/simulation/capacities.ts';
import type { Program } from '../../../src/simulation/program/program.ts';
import { COUNTER_COUNT, COUNTERS, PATH } from '../../../src/simulation/state.ts';
import { noTimes } from '../../../src/simulation/statistics.ts';

afterEach(() => vi.restoreAllMocks());

/** A case with more queries than one call answers. */
function pathCase() {
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const objects = [{ rest: corners, pos: corners, elem: [0, 1, 2, 3] }];
  const queries = (count: number) => ({
    obj: Array(count).fill(-1),
    vertex: Array(count).fill(-1),
    tobj: Array(count).fill(0),
    elem: Array(count).fill(0),
    p: Array(3 * count).fill(0.25),
  });
  const capacity = initialQueries(parsePathCase({ dim: 3, objects, queries: queries(0) }, true).world);
  return parsePathCase({ dim: 3, objects, queries: queries(capacity + 3) }, true);
}

/** @param wall time of a call [ms]    @param pathTimes times of the path stage [ms], 1 per call, repeated from the first at the end */
function fakeBackend(wall: number, pathTimes: readonly number[]) {
  let now = 0;
  let calls = 0;
  let untaken = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const paths = { f32: new Float32Array(PATH.stride * 4096), u32: new Uint32Array(PATH.stride * 4096) };
  const backend = {
    write: async () => {
      untaken += 1e6; // time that isn't the queries'
    },
    read: async () => paths,
    takeTimes: async () => {
      const times = { ...noTimes(), refit: 7, path: untaken };
      untaken = 0;
      return times;
    },
    run: async (program: Program) => {
      const count = program.counters?.queries ?? 0;
      now += wall;
      untaken += pathTimes[calls++ % pathTimes.length];
      const counters = new Uint32Array(COUNTER_COUNT);
      counters[COUNTERS.candidates] = 10 * count;
      counters[COUNTERS.pathsMissing] = count;
      return counters;
    },
  };
  return { backend: backend as unknown as Backend, calls: () => calls };
}

it('counts one pass, warms up, and takes the median of the passes by the path clock', async () => {
  const given = pathCase();
  const { count } = given.queries;
  // Two calls per pass; five passes of 100 ms are the warm-up.
  const times = [...Array<number>(10).fill(500), ...[3, 1, 9, 2, 8, 4, 7, 5, 6].flatMap((ms) => [ms - 0.5, 0.5])];
  const { backend, calls } = fakeBackend(50, times);
  const { answers, work, ms, passes } = await answerPaths(backend, given, true);
  expect({ ms, passes, calls: calls() }).toEqual({ ms: 5, passes: 9, calls: 28 });
  expect(work).toEqual({
    candidates: 10 * count,
    traversals: 0,
    tetsVisited: 0,
    boundsTested: 0,
    overflows: 0,
    undecidedByCulling: 0,
    missing: count,
  });
  expect(answers.distance).toHaveLength(count);
  expect(answers.point).toHaveLength(3 * count);
});

it('takes the time of the calls where the device tells none, and fewer passes where they take long', async () => {
  const { backend, calls } = fakeBackend(800, [0]);
  const { ms, passes } = await answerPaths(backend, pathCase(), true);
  expect({ ms, passes, calls: calls() }).toEqual({ ms: 1600, passes: 3, calls: 8 });
});

it('ends without a query', async () => {
  const given = pathCase();
  const none = { ...given, queries: { ...given.queries, count: 0 } };
  const { answers, ms } = await answerPaths(fakeBackend(1, [1]).backend, none, true);
  expect({ distance: answers.distance, ms }).toEqual({ distance: [], ms: 0 });
});

it('median', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});
