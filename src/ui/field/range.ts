/** Greatest number of values that are looked at. Of more, every n-th is. */
const SAMPLE = 8192;
/** Share of the positive values that lie within the range. The others are outliers, such as the stress of a crushed element. */
const SHARE_WITHIN = 0.98;
/** Number of pictures in a row that need a lower top before the range shrinks, so that its colours don't flicker. */
const PATIENCE = 30;
/** Leading digits of a range's top. */
const ROUND = [1, 2, 5, 10];

/** Returns the smallest number of the form 1, 2 or 5 times a power of ten that is at least `value`. */
export function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  // Rounding may put a round number just above itself.
  const digit = ROUND.find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return Number((digit * power).toPrecision(1));
}

/** A range of values from 0 to a round top. It grows as soon as values need it, and shrinks slowly. */
export class FieldRange {
  private readonly sample = new Float32Array(SAMPLE);
  /** Top of the range, in the unit of the values. */
  top: number;
  /** Smallest top that the values added since the last `settle` need. */
  private needed = 0;
  private settledCount = 0;
  /** Number of pictures in a row that needed less than `top`, and the most that they needed. */
  private lowCount = 0;
  private lowTop = 0;

  constructor(private readonly leastTop: number) {
    this.top = leastTop;
  }

  /** Adds the values of one picture. Values that aren't positive, and NaN, don't count. */
  add(values: Float32Array): void {
    const stride = Math.ceil(values.length / SAMPLE);
    let count = 0;
    for (let i = 0; i < values.length; i += stride) if (values[i]! > 0) this.sample[count++] = values[i]!;
    if (count === 0) return;
    const sorted = this.sample.subarray(0, count).sort();
    this.needed = Math.max(this.needed, sorted[Math.floor(SHARE_WITHIN * (count - 1))]!);
  }

  /** Fits the range to the values that were added since the last call. */
  settle(): void {
    const needed = Math.max(this.leastTop, this.needed > 0 ? roundedUp(this.needed) : 0);
    this.needed = 0;
    const isFirst = this.settledCount++ === 0;
    if (isFirst || needed >= this.top) {
      this.top = needed;
      this.lowCount = this.lowTop = 0;
      return;
    }
    this.lowTop = Math.max(this.lowTop, needed);
    if (++this.lowCount < PATIENCE) return;
    this.top = this.lowTop;
    this.lowCount = this.lowTop = 0;
  }
}
