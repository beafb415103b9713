import { median } from '../../src/math/statistics.ts';

/** Time of some work in each round [ms]. Works that are compared are measured in the same rounds. */
export type Rounds = readonly number[];

/** Returns the rate per second in each round, for `count` pieces of work per run. */
export const rates = (count: number, ms: Rounds): number[] => ms.map((each) => (1000 * count) / each);

/**
 * Returns the speed of `a` relative to `b`, which do the same work: the median of the ratios of their times in the same round. Within a
 * round, the machine's state is the same for both.
 */
export const ratio = (a: Rounds, b: Rounds): number => median(ratios(a, b));

/** Returns the speed of `a` relative to `b` in each round. */
export const ratios = (a: Rounds, b: Rounds): number[] => a.map((ms, round) => b[round] / ms);

/**
 * Returns the time of one iteration in each round [ms], from runs of few and of many iterations. Costs that don't depend on the number
 * of iterations cancel out.
 * @param difference number of iterations of a long run minus that of a short one
 */
export const perIteration = (few: Rounds, many: Rounds, difference: number): number[] =>
  many.map((ms, round) => (ms - few[round]) / difference);

/** A confidence interval of a median. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the 95 % confidence interval of the median. The interval lies between two of the sorted values, equally far from either end.
 * The method assumes only that values are independent, each equally likely on either side of the median. It assumes nothing about the
 * distribution, so an outlier counts like any other value on its side. With fewer than six values the interval is infinite.
 */
export function medianInterval(values: readonly number[]): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = lowestRank(sorted.length);
  if (rank === 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return { low: sorted[rank - 1], high: sorted[sorted.length - rank] };
}

/** Maximum probability that the median lies below the interval. The same maximum holds for above the interval. */
const TAIL = 0.025;

/** Returns the largest k for which "fewer than k of n values lie below the median" has a probability of at most TAIL: 2 of 9, 14 of 41. */
function lowestRank(n: number): number {
  let rank = 0;
  let term = 0.5 ** n;
  for (let below = term; below <= TAIL && rank < n; below += term) {
    rank++;
    term *= (n - rank + 1) / rank;
  }
  return rank;
}

/** Histogram of integers. */
export class Histogram {
  private readonly counts: number[] = [];
  total = 0;

  add(value: number): void {
    this.counts[value] = (this.counts[value] ?? 0) + 1;
    this.total++;
  }

  get max(): number {
    return Math.max(0, this.counts.length - 1);
  }

  /** Returns the least number that is at least as large as this share of all counted numbers. */
  quantile(share: number): number {
    let sum = 0;
    for (let value = 0; value < this.counts.length; value++) {
      sum += this.counts[value] ?? 0;
      if (sum >= share * this.total) return value;
    }
    return this.max;
  }

  /** Returns pairs of a number and its count. */
  toJSON(): [number, number][] {
    return [...this.counts.entries()].filter((entry): entry is [number, number] => entry[1] > 0);
  }
}

/**
 * Returns the exponent p of the best-fitting power law t ~ n^p: the slope of the least-squares line of log t over log n.
 * @param sizes n, above 0
 * @param times t, one per size; times of 0 are left out, because they have no logarithm
 * @returns NaN if fewer than two sizes differ
 */
export function growth(sizes: readonly number[], times: readonly number[]): number {
  const used = sizes.map((n, i) => [Math.log(n), Math.log(times[i])]).filter((point) => point.every(Number.isFinite));
  const x0 = mean(used.map(([x]) => x));
  const y0 = mean(used.map(([, y]) => y));
  const over = used.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  const under = used.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
  return over / under;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
