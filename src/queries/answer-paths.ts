import { median } from '../math/statistics.ts';
import { answerPathQueries, passOver, type PathAnswers, type PathWork } from '../engine/answer-path-queries.ts';
import type { Backend } from '../simulation/backend.ts';
import type { PathMethod } from '../simulation/path/tables.ts';
import type { PathCase } from './path-case.ts';

export interface AnsweredPaths {
  readonly answers: PathAnswers;
  /** Of one pass over the queries. */
  readonly work: PathWork;
  /** Median over so many passes of the path stage's time [ms]: without boxes, folds and moving data. */
  readonly ms: number;
  readonly passes: number;
}

/** How long the queries are answered before they are timed [ms]: by then their code is compiled and optimised on two workers, too. */
const WARM_UP = 500;
/** Passes that are timed; no more are begun, past the fewest, when the longest time is over [ms]. */
const MOST_PASSES = 9;
const FEWEST_PASSES = 3;
const LONGEST_TIMING = 2000;

/** Answers all queries, again until that is warm, then times it. */
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
 * Does something again until it is warm, then times it.
 * @param pass returns its milliseconds    @param started when the warming up began [ms]
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
