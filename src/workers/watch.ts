/** Settings for detecting workers that vanish without an event. */
export interface Vigil {
  /** Number of checks in a row without progress after which a worker counts as lost. */
  readonly looks: number;
  /** Calls `look` again and again until the returned function is called. */
  every(look: () => void): () => void;
}

/** Interval between two checks [ms]. */
const INTERVAL = 5000;
/** Time that a worker may show no progress: a constant plus a part per tetrahedron of the world [ms]. Slow machines need a tenth of it. */
const LEAST = 60_000;
const PER_TETRAHEDRON = 0.1;
/** A worker may also be silent for this many times its longest silence so far. */
const SLOWER = 4;

/** Vigil for a world of this size. It counts checks instead of time, since no checks run while the machine or the page sleeps. */
export const vigilOver = (tetrahedra: number): Vigil => ({
  looks: Math.ceil((LEAST + PER_TETRAHEDRON * tetrahedra) / INTERVAL),
  every(look) {
    const timer = setInterval(look, INTERVAL);
    return () => clearInterval(timer);
  },
});

/** Watches one worker while a call awaits its answer. */
export class Watch {
  private silent = 0;
  private longest = 0;
  private allowed: number;
  private seen = 0;
  private stop: (() => void) | undefined;

  /**
   * @param sign number that changes while the worker, or another one of its team, makes progress; constant if nothing is known
   * @param lost called once the worker has been silent for too long
   */
  constructor(
    private readonly vigil: Vigil,
    private readonly sign: () => number,
    private readonly lost: () => void,
  ) {
    this.allowed = vigil.looks;
  }

  /** Starts watching: a call awaits the worker's answer. */
  begin(): void {
    if (this.stop) return;
    this.silent = 0;
    this.seen = this.sign();
    this.stop = this.vigil.every(() => this.look());
  }

  /** The worker has answered or made progress. */
  lives(): void {
    this.longest = Math.max(this.longest, this.silent);
    this.silent = 0;
  }

  /** Stops watching: no call awaits an answer. */
  end(): void {
    this.stop?.();
    this.stop = undefined;
  }

  private look(): void {
    const sign = this.sign();
    if (sign !== this.seen) this.lives();
    else this.silent++;
    this.seen = sign;
    if (this.silent < Math.max(this.allowed, SLOWER * this.longest)) return;
    // If the worker was only slow, its successor gets more time.
    this.allowed *= 2;
    this.end();
    this.lost();
  }
}

/** Checksum of words that workers change concurrently: it changes with any of them. */
export function signOf(words: Int32Array): number {
  let sign = 0;
  for (let i = 0; i < words.length; i++) sign = (Math.imul(sign, 31) + Atomics.load(words, i)) | 0;
  return sign;
}
