import { median } from '../../src/math/statistics.ts';

/** A contestant of a comparison. One call runs the work once, either in this thread or elsewhere, where the run times itself. */
export type Contestant =
  | { readonly name: string; run(): void }
  | {
      readonly name: string;
      /** @returns milliseconds */
      runElsewhere(): Promise<number>;
    };

/** Time of one run [ms], measured in rounds in which the contestants take turns. */
export interface Timing {
  readonly name: string;
  /** One value per round. Values of the same round are comparable, since the machine's state was the same. */
  readonly rounds: readonly number[];
  readonly median: number;
  readonly fastest: number;
  readonly slowest: number;
}

export const ROUNDS = 7;
/** Duration of each contestant's warm-up [ms], in which the contestant's code is compiled and optimised. */
const WARM_UP = 400;
/**
 * A contestant repeats its run in a round for at least this long [ms], so that clock resolution and single pauses don't matter.
 */
const ROUND = 60;
/** Maximum number of turns per round. Turns spread the machine's other load over all contestants. */
export const TURNS = 12;
/**
 * Minimum number of runs of the slowest contestant per round, and so also of turns. A round of a single run would depend on one moment
 * only.
 */
export const LEAST_TURNS = 3;

/**
 * Times contestants in turn: A B C, A B C, ... A round has as many turns as the slowest contestant has runs, at most TURNS. In every
 * turn, each contestant does a part of its runs.
 * @param roundMs approximate minimum duration of a contestant's part of a round [ms]
 * @param leastTurns minimum number of turns per round; one is enough if the slowest contestant takes long
 */
export async function interleave(
  contestants: readonly Contestant[],
  roundMs = ROUND,
  leastTurns = LEAST_TURNS,
): Promise<Timing[]> {
  const repeats: number[] = [];
  for (const contestant of contestants) {
    const once = await warmUp(contestant);
    repeats.push(Math.max(leastTurns, Math.ceil(roundMs / once)));
  }
  const turns = Math.min(TURNS, ...repeats);
  const rounds = contestants.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = contestants.map(() => 0);
    for (let turn = 0; turn < turns; turn++)
      for (let c = 0; c < contestants.length; c++) {
        const count = share(repeats[c], turn + 1, turns) - share(repeats[c], turn, turns);
        sums[c] += await time(contestants[c], count);
      }
    sums.forEach((ms, c) => {
      rounds[c].push(ms / repeats[c]);
    });
  }
  return contestants.map(({ name }, c) => timing(name, rounds[c]));
}

/** Returns the number of a round's runs that are done before a turn. */
const share = (runs: number, turn: number, turns: number): number => Math.floor((runs * turn) / turns);

/** Runs a contestant for WARM_UP. @returns milliseconds of the last run */
async function warmUp(contestant: Contestant): Promise<number> {
  const started = performance.now();
  for (;;) {
    const once = await time(contestant, 1);
    if (performance.now() - started > WARM_UP) return once;
  }
}

/** @returns milliseconds of all runs together */
async function time(contestant: Contestant, repeats: number): Promise<number> {
  if ('runElsewhere' in contestant) {
    let sum = 0;
    for (let i = 0; i < repeats; i++) sum += await contestant.runElsewhere();
    return sum;
  }
  const started = performance.now();
  for (let i = 0; i < repeats; i++) contestant.run();
  return performance.now() - started;
}

export const timing = (name: string, rounds: readonly number[]): Timing => ({
  name,
  rounds,
  median: median(rounds),
  fastest: Math.min(...rounds),
  slowest: Math.max(...rounds),
});
