import { median } from '../../src/math/statistics.ts';

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

/** The interval that a median lies in, as far as its sample tells. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % interval of the median of what was sampled: between two values of the sample, as many from either end. It asks nothing
 * of how values are spread (an outlier is one value more on its side), only that each lies on either side of the median as likely,
 * whatever the others do. Below six values no two are far enough apart: then it ends nowhere.
 */
export function medianInterval(values: readonly number[]): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = lowestRank(sorted.length);
  if (rank === 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return { low: sorted[rank - 1], high: sorted[sorted.length - rank] };
}

/** At most so likely does the median lie below the interval; as likely, above it. */
const TAIL = 0.025;

/** The largest k for which fewer than k of n values lie below the median with a probability of at most TAIL: 2 of 9, 14 of 41. */
function lowestRank(n: number): number {
  let rank = 0;
  let term = 0.5 ** n;
  for (let below = term; below <= TAIL && rank < n; below += term) {
    rank++;
    term *= (n - rank + 1) / rank;
  }
  return rank;
}

/** How often each whole number came up. */
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

  /** The least number that at least this share of all don't exceed. */
  quantile(share: number): number {
    let sum = 0;
    for (let value = 0; value < this.counts.length; value++) {
      sum += this.counts[value] ?? 0;
      if (sum >= share * this.total) return value;
    }
    return this.max;
  }

  /** Pairs of a number and how often it came up. */
  toJSON(): [number, number][] {
    return [...this.counts.entries()].filter((entry): entry is [number, number] => entry[1] > 0);
  }
}

/**
 * Exponent p of the power law t ~ n^p that fits times best: the slope of the least-squares line of log t over log n.
 * @param sizes above 0    @param times above 0, one a size; others are left out, since they say nothing of a power
 * @returns not a number where fewer than two sizes differ
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
