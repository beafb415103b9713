import { median } from '../src/cli/answer-paths.ts';

/** Milliseconds, or what was reckoned from them, in each round. */
export type Rounds = readonly number[];

/** So much work a run: how much a second, in each round. */
export const rates = (count: number, ms: Rounds): number[] => ms.map((each) => (1000 * count) / each);

/**
 * Milliseconds of one iteration in each round, from runs of few and of many iterations: what a run costs whatever their number is
 * in neither.
 */
export const perIteration = (few: Rounds, many: Rounds, difference: number): number[] =>
  many.map((ms, round) => (ms - few[round]) / difference);

/** How many times `b` is `a`: the median over the rounds of their ratio in each, since the machine was the same for both. */
export const medianRatio = (a: Rounds, b: Rounds): number => median(a.map((each, round) => each / b[round]));
