/** Settings of the watchdog, which detects workers that end without an event. */
export interface WatchdogOptions {
  /** Number of checks in a row without progress after which a worker counts as lost. */
  readonly checks: number;
  /** Calls `check` at regular intervals until the returned function is called. */
  every(check: () => void): () => void;
}

/** Interval between two checks [ms]. */
const INTERVAL = 5000;
/**
 * Time limit without progress [ms]: MIN_LIMIT plus LIMIT_PER_TETRAHEDRON per tetrahedron of the world. Slow machines need a tenth of
 * this time.
 */
const MIN_LIMIT = 60_000;
const LIMIT_PER_TETRAHEDRON = 0.1;
/** A worker isn't terminated before it has been silent for this many times its longest silence so far. */
const SILENCE_FACTOR = 4;

/**
 * Watchdog options for a world with this number of tetrahedra. The limit is a number of checks instead of a time, since no checks run
 * while the machine or the page sleeps.
 */
export const watchdogFor = (tetrahedra: number): WatchdogOptions => ({
  checks: Math.ceil((MIN_LIMIT + LIMIT_PER_TETRAHEDRON * tetrahedra) / INTERVAL),
  every(check) {
    const timer = setInterval(check, INTERVAL);
    return () => clearInterval(timer);
  },
});

/** Watches one worker while the host awaits an answer of the worker. */
export class Watchdog {
  /** Number of checks without progress: now, and the maximum so far. */
  private silent = 0;
  private longestSilence = 0;
  /** Number of checks without progress after which the worker counts as lost. */
  private allowed: number;
  private lastProgress = 0;
  private stop: (() => void) | undefined;

  /**
   * @param progress returns a number that changes while the worker or another worker of its team makes progress, or a constant if
   *   progress can't be observed
   * @param onLost called once the worker has been silent for too long
   */
  constructor(
    private readonly options: WatchdogOptions,
    private readonly progress: () => number,
    private readonly onLost: () => void,
  ) {
    this.allowed = options.checks;
  }

  /** Starts watching: a call awaits the worker's answer. */
  begin(): void {
    if (this.stop) return;
    this.silent = 0;
    this.lastProgress = this.progress();
    this.stop = this.options.every(() => this.check());
  }

  /** Notes that the worker has answered or made progress, and counts its silence from 0 again. */
  noteProgress(): void {
    this.longestSilence = Math.max(this.longestSilence, this.silent);
    this.silent = 0;
  }

  /** Stops watching: no call awaits an answer. */
  end(): void {
    this.stop?.();
    this.stop = undefined;
  }

  private check(): void {
    const progress = this.progress();
    if (progress !== this.lastProgress) this.noteProgress();
    else this.silent++;
    this.lastProgress = progress;
    if (this.silent < Math.max(this.allowed, SILENCE_FACTOR * this.longestSilence)) return;
    // The worker may only have been slow, so the worker that replaces it gets twice the time.
    this.allowed *= 2;
    this.end();
    this.onLost();
  }
}

/** Checksum of the team's words in shared memory, which workers change concurrently. It changes while any worker makes progress. */
export function progressChecksum(words: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum = (Math.imul(sum, 31) + Atomics.load(words, i)) | 0;
  return sum;
}
