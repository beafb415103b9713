const BAR_WIDTH = 40;

/** A progress bar, drawn only where a person sees it. */
export class ProgressBar {
  private readonly stream: NodeJS.WriteStream | undefined;
  private readonly started = performance.now();

  constructor(
    stream: NodeJS.WriteStream | undefined,
    private readonly total: number,
  ) {
    this.stream = stream?.isTTY ? stream : undefined;
  }

  show(done: number): void {
    const filled = Math.round((BAR_WIDTH * done) / this.total);
    const left = ((performance.now() - this.started) / done / 1000) * (this.total - done);
    const bar = '#'.repeat(filled) + '.'.repeat(BAR_WIDTH - filled);
    this.stream?.write(`\r[${bar}] frame ${done} of ${this.total}, ${left.toFixed(0)} s left\u001b[K`);
  }

  clear(): void {
    this.stream?.write('\r\u001b[K');
  }
}
