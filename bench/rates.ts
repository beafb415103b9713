import { median } from '../src/cli/answer-paths.ts';

/** Milliseconds that the same work took in each round; whatever is compared was measured in the same rounds. */
export type Rounds = readonly number[];

/** So much work a run: how much a second, in each round. */
export const rates = (count: number, ms: Rounds): number[] => ms.map((each) => (1000 * count) / each);

/**
 * How many times as fast `a` is as `b`, which took so long for the same work: the median over the rounds of their ratio in each, since
 * in a round the machine was the same for both.
 */
export const ratio = (a: Rounds, b: Rounds): number => median(ratios(a, b));

/** The same in each round. */
export const ratios = (a: Rounds, b: Rounds): number[] => a.map((ms, round) => b[round] / ms);

/**
 * Milliseconds of one iteration in each round, from runs of few and of many iterations: what a run costs whatever their number is
 * in neither.
 */
export const perIteration = (few: Rounds, many: Rounds, difference: number): number[] =>
  many.map((ms, round) => (ms - few[round]) / difference);
