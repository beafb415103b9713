import { median } from '../../src/math/statistics.ts';

/** A contestant of a comparison: one run of the work, either in this thread or elsewhere with its own clock. */
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
/** Duration of the warm-up of each contestant [ms], in which its code is compiled and optimised. */
const WARM_UP = 400;
/**
 * A contestant repeats its run in a round for at least this long [ms], so that clock resolution and single pauses don't matter.
 */
const ROUND = 60;
/** Greatest number of turns per round. Turns spread the machine's other load over all contestants. */
export const TURNS = 12;
/**
 * Least number of runs of the slowest contestant per round, and so of turns. A round of a single run would depend on one moment
 * only.
 */
export const LEAST_TURNS = 3;

/**
 * Times contestants in turn, A B C, A B C, ..., in rounds with as many turns as the slowest has runs. All run in every turn.
 * @param roundMs approximate least duration of a contestant's part of a round [ms]
 */
export async function interleave(contestants: readonly Contestant[], roundMs = ROUND): Promise<Timing[]> {
  const repeats: number[] = [];
  for (const contestant of contestants) {
    const once = await warmUp(contestant);
    repeats.push(Math.max(LEAST_TURNS, Math.ceil(roundMs / once)));
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

/** Number of a round's runs that are done before a turn. */
const share = (runs: number, turn: number, turns: number): number => Math.floor((runs * turn) / turns);

/** Warms up. @returns milliseconds of the last run */
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
