import { median } from '../../src/math/statistics.ts';

/** What is compared with others: one run of the same work, in this thread, or elsewhere with a clock of its own. */
export type Contestant =
  | { readonly name: string; run(): void }
  | {
      readonly name: string;
      /** @returns milliseconds */
      runElsewhere(): Promise<number>;
    };

/** Milliseconds that one run takes, measured in rounds that the contestants take in turn. */
export interface Timing {
  readonly name: string;
  /** Of each round, so that those of one round can be compared: the machine was the same for them. */
  readonly rounds: readonly number[];
  readonly median: number;
  readonly fastest: number;
  readonly slowest: number;
}

export const ROUNDS = 7;
/** How long each runs before it is measured [ms]: by then its code is compiled and optimised. */
const WARM_UP = 400;
/** A round repeats the run to take at least this long [ms], so that neither the clock's step nor one pause tells. */
const ROUND = 60;
/** Most turns that each takes in a round: what else the machine does falls on all of them alike. */
export const TURNS = 12;
/** Runs of the slowest contestant in a round, at least, and so turns of all: one of a single run would meet one moment only. */
export const LEAST_TURNS = 3;

/**
 * Times contestants in turn, A B C, A B C, ..., in rounds of as many turns as the slowest has runs. All run in every turn.
 * @param roundMs about the least duration of a contestant's part of a round [ms]
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

/** Of so many runs in a round those that are done before a turn. */
const share = (runs: number, turn: number, turns: number): number => Math.floor((runs * turn) / turns);

/** @returns milliseconds of its last run */
async function warmUp(contestant: Contestant): Promise<number> {
  const started = performance.now();
  for (;;) {
    const once = await time(contestant, 1);
    if (performance.now() - started > WARM_UP) return once;
  }
}

/** @returns milliseconds of all its runs */
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
