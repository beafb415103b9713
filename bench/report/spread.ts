import { median } from '../../src/math/statistics.ts';
import type { Timing } from '../measure/interleave.ts';
import { rates } from './statistics.ts';
import type { Workload } from '../suite.ts';

type About = Pick<Workload, 'what' | 'who' | 'unit' | 'note'>;

/** Makes a workload of one figure per round. */
export const overRounds = (about: About, rounds: readonly number[]): Workload => ({
  ...about,
  median: median(rounds),
  low: Math.min(...rounds),
  high: Math.max(...rounds),
});

/** Makes a workload that was not run. Its note says why. */
export const notRun = (about: About & { readonly note: string }): Workload => ({
  ...about,
  median: Number.NaN,
  low: Number.NaN,
  high: Number.NaN,
});

/** Makes a workload whose figure is a rate, from `count` pieces of work per run. */
export const rateOf = (about: About, count: number, { rounds }: Pick<Timing, 'rounds'>): Workload =>
  overRounds(about, rates(count, rounds));

export const millisecondsOf = (about: Omit<About, 'unit'>, { rounds }: Pick<Timing, 'rounds'>): Workload =>
  overRounds({ ...about, unit: 'ms' }, rounds);
