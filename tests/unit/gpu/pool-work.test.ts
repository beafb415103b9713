import { expect, it } from 'vitest';
import type { GpuSession } from '../../../src/gpu/gpu-session.ts';
import { finishLeftOver, LeftOverWork, type SharedState } from '../../../src/gpu/pool-work.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';
import { answerPaths, refitForPaths } from '../../../src/simulation/path/passes.ts';
import { runPasses } from '../../../src/simulation/program/run-passes.ts';
import { noTimes } from '../../../src/simulation/statistics.ts';
import { COUNTERS, PATH, PATH_OVERFLOW, QUERY, type State, type StateArray } from '../../../src/simulation/state.ts';
import { wordsOf } from '../../../src/simulation/state-memory.ts';
import { boxWorld } from '../../fixtures/box-world.ts';
import { onThisThread } from '../../../src/engine/inline-pool.ts';

interface Range {
  readonly name: StateArray;
  readonly first: number;
  readonly end: number | undefined;
}

/** A session whose device holds these arrays, and that notes what is read, uploaded and counted: arrays with their words, read by read. */
function fakeSession(device: Partial<State>) {
  const log = { reads: [] as Record<string, number>[], uploads: [] as unknown[], lengths: [] as number[][] };
  const session = {
    buffers: {
      range: (name: StateArray, first = 0, end?: number): Range => ({ name, first, end }),
      locate: (name: StateArray) => (name in device ? {} : undefined),
      toArray: (_: StateArray, bytes: ArrayBuffer) => ({ f32: new Float32Array(bytes), u32: new Uint32Array(bytes) }),
      upload: (...upload: unknown[]) => log.uploads.push(upload),
    },
    commands: {
      read: (ranges: Range[]) => ranges,
    },
    take: async (ranges: Range[]) => {
      const words = ranges.map(({ name, first, end }) => wordsOf(device[name] as State[StateArray]).slice(first, end));
      log.reads.push(Object.fromEntries(ranges.map(({ name }, i) => [name, words[i].length])));
      return words.map(({ buffer }) => buffer);
    },
    setDeviceCounter: (counter: number, value: number) => log.lengths.push([counter, value]),
    addCounters: () => undefined,
    wallTimes: noTimes(),
  };
  return { session: session as unknown as GpuSession, log };
}

it('answers the paths that overflowed as a whole pass does; fetches the stale of these queries alone, uploads their paths', async () => {
  const { world, state } = boxWorld();
  const { queries, paths, positions } = state;
  const [first, second, third] = [...world.tetTrees.keys()].map((body) => world.bodies[body].vertexBase);
  for (const [i, vertex] of [first, second, third].entries()) {
    const { tets } = world.models[world.bodies[i].model].topology;
    const at = QUERY.stride * i;
    // The middle of the body's first tetrahedron.
    for (let k = 0; k < 3; k++)
      queries.f32[at + k] = [0, 1, 2, 3].reduce((x, c) => x + positions[3 * (vertex + tets[c]) + k] / 4, 0);
    queries.u32.set([vertex, i, 0], at + QUERY.vertex);
  }
  const parameters = defaultParameters();
  runPasses({ world, state }, [refitForPaths('flood'), answerPaths('flood')], parameters, { queries: 3 });
  const expected = paths.u32.slice(0, 3 * PATH.stride);

  // The second overflowed; boxes and folds are whatever they were.
  const left = paths.u32.slice();
  left.fill(PATH_OVERFLOW, PATH.stride, 2 * PATH.stride);
  const counters = state.counters.slice();
  counters[COUNTERS.pathsUnanswered] = 1;
  const device = { paths: { f32: new Float32Array(left.buffer), u32: left }, queries, counters };
  for (const boxes of [state.tetBoxes, state.faceBoxes, state.bodyBoxes]) boxes.fill(0);
  state.foldedEdges.fill(1);
  const { session, log } = fakeSession(device);
  const stale = new Set<StateArray>(['paths', 'queries', 'faceBoxes']);
  const leftOver = answerPaths('flood').leftOver!;
  const shared: SharedState = { session, pool: onThisThread(world, state), stale };
  await new LeftOverWork(shared, leftOver).run(parameters);
  const listed = { paths: 3 * PATH.stride, queries: 3 * QUERY.stride };
  expect(log.reads).toEqual([{ counters: counters.length }, listed]);
  // The first queries and paths are the device's, the rest of the lists isn't.
  expect([...stale].toSorted()).toEqual(['faceBoxes', 'paths', 'queries']);
  expect(log.uploads).toEqual([['paths', expected, 0]]);
  expect(log.lengths).toEqual([[COUNTERS.pathsUnanswered, 0]]);

  // Whoever has the counters doesn't fetch them again.
  log.reads = [];
  await finishLeftOver(shared, leftOver, counters, parameters);
  expect(log.reads).toEqual([listed]);

  // None is left over: nothing else is fetched, and nothing runs.
  counters[COUNTERS.pathsUnanswered] = 0;
  log.reads = [];
  log.uploads = [];
  await new LeftOverWork(shared, leftOver).run(parameters);
  expect(log.reads).toEqual([{ counters: counters.length }]);
  expect(log.uploads).toEqual([]);
});
