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
