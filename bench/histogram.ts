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
