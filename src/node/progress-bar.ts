const BAR_WIDTH = 40;
/** Shortest time between two drawings, so that drawing takes no noticeable time [ms]. */
const PAUSE = 50;

/** The part of a stream that a bar needs. */
export type BarStream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** A progress bar, drawn only on a terminal. */
export class ProgressBar {
  private readonly stream: BarStream | undefined;
  private readonly started = performance.now();
  private drawn = Number.NEGATIVE_INFINITY;

  /** @param total number of items    @param noun name of an item */
  constructor(
    stream: BarStream | undefined,
    private readonly total: number,
    private readonly noun = 'frame',
  ) {
    this.stream = stream?.isTTY ? stream : undefined;
  }

  show(done: number): void {
    const now = performance.now();
    if (!this.stream || now - this.drawn < PAUSE) return;
    this.drawn = now;
    const filled = Math.max(0, Math.min(BAR_WIDTH, Math.round((BAR_WIDTH * done) / this.total)));
    const left = ((now - this.started) / done / 1000) * (this.total - done);
    const bar = '#'.repeat(filled) + '.'.repeat(BAR_WIDTH - filled);
    this.stream.write(`\r[${bar}] ${this.noun} ${done} of ${this.total}, ${left.toFixed(0)} s left\u001b[K`);
  }

  clear(): void {
    this.stream?.write('\r\u001b[K');
  }
}
