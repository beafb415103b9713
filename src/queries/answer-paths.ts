import { median } from '../math/statistics.ts';
import { answerPathQueries, passOver, type PathAnswers, type PathWork } from '../engine/answer-path-queries.ts';
import type { Backend } from '../simulation/backend.ts';
import type { PathMethod } from '../simulation/path/tables.ts';
import type { PathCase } from './path-case.ts';

export interface AnsweredPaths {
  readonly answers: PathAnswers;
  /** Work of one pass over the queries. */
  readonly work: PathWork;
  /** Median time of the path stage per pass [ms], without refitting boxes, finding folds and moving data. */
  readonly ms: number;
  /** Number of timed passes. */
  readonly passes: number;
}

/** Time of passes before the timed ones [ms], long enough for V8 to optimise the code, also with two workers. */
const WARM_UP = 500;
/** Bounds on the number of timed passes; after FEWEST_PASSES no more are begun once LONGEST_TIMING [ms] is over. */
const MOST_PASSES = 9;
const FEWEST_PASSES = 3;
const LONGEST_TIMING = 2000;

/** Answers all queries, repeats that as a warm-up, then times it. */
export async function answerPaths(
  backend: Backend,
  pathCase: PathCase,
  culling: boolean,
  method: PathMethod = 'flood',
): Promise<AnsweredPaths> {
  const started = performance.now();
  const { answers, work } = await answerPathQueries(backend, pathCase, culling, method);
  const again = () => passOver(backend, pathCase, culling, method);
  return { answers, work, ...(await timePasses(again, pathCase.queries.count > 0 ? started : -Infinity)) };
}

/**
 * Repeats a pass as a warm-up, then times it.
 * @param pass returns its own time [ms]    @param started start of the warm-up [ms]
 */
export async function timePasses(
  pass: () => Promise<number>,
  started: number,
): Promise<Pick<AnsweredPaths, 'ms' | 'passes'>> {
  while (performance.now() - started < WARM_UP) await pass();
  const times: number[] = [];
  const timed = performance.now();
  while (times.length < FEWEST_PASSES || (times.length < MOST_PASSES && performance.now() - timed < LONGEST_TIMING)) {
    times.push(await pass());
  }
  return { ms: median(times), passes: times.length };
}
