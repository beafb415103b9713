/** Numbers for which a list has room at first. */
const FIRST = 64;

/**
 * A list of numbers that grows, for lists whose length a file doesn't tell. Lists of the language take up to eight times as much memory for ids, and cannot be
 * longer than some hundred million numbers.
 */
export class GrowingNumbers<T extends Float64Array | Uint32Array> {
  length = 0;

  private constructor(private values: T) {}

  static floats(): GrowingNumbers<Float64Array> {
    return new GrowingNumbers<Float64Array>(new Float64Array(FIRST));
  }

  /** A list of ids. */
  static ids(): GrowingNumbers<Uint32Array> {
    return new GrowingNumbers<Uint32Array>(new Uint32Array(FIRST));
  }

  push(value: number): void {
    if (this.length === this.values.length) this.grow(this.length + 1);
    this.values[this.length++] = value;
  }

  at(i: number): number {
    return this.values[i];
  }

  /** The list so far. Its numbers change no more, as long as nothing is pushed. */
  taken(): T {
    return this.values.subarray(0, this.length) as T;
  }

  /** Makes room for more numbers at once, where their count is known. */
  reserve(more: number): void {
    if (this.length + more > this.values.length) this.grow(this.length + more);
  }

  clear(): void {
    this.length = 0;
  }

  private grow(least: number): void {
    const { values } = this;
    // Half more each time: a long list then takes two and a half times its size while it is copied.
    const size = Math.max(least, Math.ceil(1.5 * values.length));
    this.values = (values instanceof Float64Array ? new Float64Array(size) : new Uint32Array(size)) as T;
    this.values.set(values.subarray(0, this.length));
  }
}
