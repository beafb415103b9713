const BAR_WIDTH = 40;
/** Minimum time between two drawings of the bar [ms], so that drawing takes little time. */
const MIN_INTERVAL = 50;

/** The properties of an output stream that a progress bar uses. */
export type BarStream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** A progress bar. It is drawn only if its stream is a terminal. */
export class ProgressBar {
  private readonly stream: BarStream | undefined;
  private readonly started = performance.now();
  private lastDrawn = Number.NEGATIVE_INFINITY;

  /**
   * @param total number of items
   * @param noun name of an item, shown beside the bar
   */
  constructor(
    stream: BarStream | undefined,
    private readonly total: number,
    private readonly noun = 'frame',
  ) {
    this.stream = stream?.isTTY ? stream : undefined;
  }

  /** Draws the bar, unless it was drawn less than MIN_INTERVAL ago. @param done number of finished items, above 0 */
  show(done: number): void {
    const now = performance.now();
    if (!this.stream || now - this.lastDrawn < MIN_INTERVAL) return;
    this.lastDrawn = now;
    const filled = Math.max(0, Math.min(BAR_WIDTH, Math.round((BAR_WIDTH * done) / this.total)));
    const secondsLeft = ((now - this.started) / done / 1000) * (this.total - done);
    const bar = '#'.repeat(filled) + '.'.repeat(BAR_WIDTH - filled);
    this.stream.write(`\r[${bar}] ${this.noun} ${done} of ${this.total}, ${secondsLeft.toFixed(0)} s left\u001b[K`);
  }

  clear(): void {
    this.stream?.write('\r\u001b[K');
  }
}
