import { writeQuery } from '../src/cli/answer-paths.ts';
import { openBackend } from '../src/cli/backends.ts';
import type { PathCase } from '../src/cli/path-case.ts';
import { defaultParameters } from '../src/simulation/parameters.ts';
import { QUERY, queryCapacity } from '../src/simulation/state.ts';
import { interleave, type Timing } from './interleave.ts';

/** Least duration of a contestant's part of a round [ms]. */
const ROUND = 150;

export interface WorkerTimings {
  readonly queries: number;
  readonly one: Timing;
  readonly two: Timing;
}

/**
 * Answers the case's queries, over and over to as many as a step has room for, through a pool of one worker and of two, by the
 * clocks of refit and paths, as in a step.
 */
export async function timeTwoWorkers(pathCase: PathCase): Promise<WorkerTimings> {
  const { world, positions, queries } = pathCase;
  const count = queryCapacity(world);
  const f32 = new Float32Array(QUERY.stride * count);
  const words = { f32, u32: new Uint32Array(f32.buffer) };
  for (let i = 0; i < count; i++) writeQuery(words, i, queries, i % queries.count, world);
  const open = async (workers: number) => {
    const backend = await openBackend('cpu', world, positions, defaultParameters(), workers);
    await backend.write('queries', f32);
    return backend;
  };
  const backends = [await open(1), await open(2)];
  try {
    const [one, two] = await interleave(
      backends.map((backend, i) => ({
        name: `${i + 1} worker${i > 0 ? 's' : ''}`,
        runElsewhere: async () => {
          await backend.answerQueries(count, true);
          const { refit, path } = await backend.takeTimes();
          return refit + path;
        },
      })),
      ROUND,
    );
    return { queries: count, one, two };
  } finally {
    for (const backend of backends) await backend.dispose();
  }
}
