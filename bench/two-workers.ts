import { writeQuery } from '../src/engine/answer-path-queries.ts';
import { openNodeBackend } from '../src/cli/backends.ts';
import type { PathCase } from '../src/cli/path-case.ts';
import type { Backend } from '../src/simulation/backend.ts';
import { defaultParameters } from '../src/simulation/parameters.ts';
import { initialQueries } from '../src/simulation/capacities.ts';
import { answerWrittenQueries } from '../src/simulation/diagnostics/measure.ts';
import { QUERY } from '../src/simulation/state.ts';
import type { Timing } from './interleave.ts';
import { type ByWorkers, timeOneAndTwo } from './worker-clocks.ts';

export interface WorkerTimings extends ByWorkers<Timing> {
  readonly queries: number;
}

/** Answers the case's queries, over and over to as many as a step has room for, through a pool of one worker and of two. */
export async function timeTwoWorkers(pathCase: PathCase): Promise<WorkerTimings> {
  const { world, positions, queries } = pathCase;
  const count = initialQueries(world);
  const f32 = new Float32Array(QUERY.stride * count);
  const words = { f32, u32: new Uint32Array(f32.buffer) };
  for (let i = 0; i < count; i++) writeQuery(words, i, queries, i % queries.count, world);
  const open = async (workers: number) => {
    const backend = await openNodeBackend('cpu', world, positions, defaultParameters(), workers);
    await backend.write('queries', f32);
    return backend;
  };
  const answer = async (backend: Backend) => {
    const started = performance.now();
    await answerWrittenQueries(backend, count, defaultParameters());
    const host = performance.now() - started;
    const { refit, path } = await backend.takeTimes();
    return { stages: refit + path, host };
  };
  return { queries: count, ...(await timeOneAndTwo(open, answer)) };
}
