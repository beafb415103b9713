import { median } from '../math/statistics.ts';
import { answerPathQueries, type PathAnswers, type PathWork, timePathQueries } from '../engine/answer-path-queries.ts';
import type { Backend } from '../simulation/backend.ts';
import type { PathMethod } from '../simulation/path/tables.ts';
import type { PathCase } from './path-case.ts';

/** The answers of a file's queries, and measurements. A pass answers all queries once. */
export interface AnsweredPaths {
  readonly answers: PathAnswers;
  /** Work of one pass. */
  readonly work: PathWork;
  /**
   * Median time of the shortest-path search per pass [ms]. It doesn't include refitting boxes, finding folds of the boundary and
   * transferring data.
   */
  readonly ms: number;
  /** Number of timed passes. */
  readonly passes: number;
}

/** Duration of the warm-up before the timed passes [ms]: long enough for V8 to optimise the code, even in two workers. */
const WARM_UP = 500;
/** Maximum and minimum number of timed passes. After MIN_PASSES, no further pass starts once they have taken MAX_TIMING [ms]. */
const MAX_PASSES = 9;
const MIN_PASSES = 3;
const MAX_TIMING = 2000;

/** Answers all queries. Then repeats the work, first to warm up, then to time it. */
export async function answerPaths(
  backend: Backend,
  pathCase: PathCase,
  culling: boolean,
  method: PathMethod = 'flood',
): Promise<AnsweredPaths> {
  const started = performance.now();
  const { answers, work } = await answerPathQueries(backend, pathCase, culling, method);
  const pass = () => timePathQueries(backend, pathCase, culling, method);
  // Without queries, -Infinity skips the warm-up.
  return { answers, work, ...(await timePasses(pass, pathCase.queries.count > 0 ? started : -Infinity)) };
}

/**
 * Repeats a pass until the warm-up is over, then times it several times.
 * @param pass runs one pass and returns its time [ms]
 * @param started start of the warm-up, a time of performance.now [ms]; -Infinity skips the warm-up
 */
export async function timePasses(
  pass: () => Promise<number>,
  started: number,
): Promise<Pick<AnsweredPaths, 'ms' | 'passes'>> {
  while (performance.now() - started < WARM_UP) await pass();
  const times: number[] = [];
  const timingStarted = performance.now();
  while (times.length < MIN_PASSES || (times.length < MAX_PASSES && performance.now() - timingStarted < MAX_TIMING)) {
    times.push(await pass());
  }
  return { ms: median(times), passes: times.length };
}
