/** Options of the watchdog, which detects workers that end without an event. */
export interface WatchdogOptions {
  /**
   * A worker counts as lost if this number of checks in a row finds no progress. If the worker has once gone through many checks without
   * progress and then continued, the number is larger (SILENCE_FACTOR).
   */
  readonly checks: number;
  /** Calls `check` at regular intervals until the returned function is called. */
  every(check: () => void): () => void;
}

/** Interval between two checks [ms]. */
const INTERVAL = 5000;
/**
 * A worker may work without progress for MIN_LIMIT plus LIMIT_PER_TETRAHEDRON per tetrahedron of the world [ms]. This is about ten times
 * longer than slow machines need.
 */
const MIN_LIMIT = 60_000;
const LIMIT_PER_TETRAHEDRON = 0.1;
/** In addition, a worker doesn't count as lost before its silence is this many times as long as its longest earlier silence. */
const SILENCE_FACTOR = 4;

/**
 * Returns watchdog options for a world with this number of tetrahedra. The limit is a number of checks instead of a time, because no checks
 * run while the machine or the page sleeps.
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
  /** Silence: the number of checks since the worker last answered or made progress. */
  private silence = 0;
  /** Longest silence that ended with progress, since this watchdog was made. */
  private longestSilence = 0;
  /** Silence at which the worker counts as lost, unless SILENCE_FACTOR times its longest silence is more. */
  private maxSilence: number;
  /** Value of `progress` at the last check. */
  private lastProgress = 0;
  private stop: (() => void) | undefined;

  /**
   * @param progress returns a number that changes while any worker of the pool makes progress, or a constant if progress can't be observed
   * @param onLost called when the worker counts as lost
   */
  constructor(
    private readonly options: WatchdogOptions,
    private readonly progress: () => number,
    private readonly onLost: () => void,
  ) {
    this.maxSilence = options.checks;
  }

  /** Starts watching, unless the watchdog watches already. Called when the host calls the worker. */
  begin(): void {
    if (this.stop) return;
    this.silence = 0;
    this.lastProgress = this.progress();
    this.stop = this.options.every(() => this.check());
  }

  /** Ends the current silence. Called when the worker has answered or made progress. */
  noteProgress(): void {
    this.longestSilence = Math.max(this.longestSilence, this.silence);
    this.silence = 0;
  }

  /** Stops watching. Called when the worker has answered all calls. */
  end(): void {
    this.stop?.();
    this.stop = undefined;
  }

  private check(): void {
    const progress = this.progress();
    if (progress !== this.lastProgress) this.noteProgress();
    else this.silence++;
    this.lastProgress = progress;
    if (this.silence < Math.max(this.maxSilence, SILENCE_FACTOR * this.longestSilence)) return;
    // The lost worker may only have been slow, so the worker that replaces it gets twice the time.
    this.maxSilence *= 2;
    this.end();
    this.onLost();
  }
}

/**
 * Returns a checksum of the words in shared memory to which the workers write their progress. The checksum changes while any worker makes
 * progress.
 */
export function progressChecksum(words: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum = (Math.imul(sum, 31) + Atomics.load(words, i)) | 0;
  return sum;
}
