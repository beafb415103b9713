/** How a pool finds out that a worker is gone of which no event tells. */
export interface Vigil {
  /** Looks in a row without a sign of life after which a worker counts as lost. */
  readonly looks: number;
  /** Calls `look` again and again until the returned function is called. */
  every(look: () => void): () => void;
}

/** Between two looks [ms]. */
const INTERVAL = 5000;
/** Patience with a silent worker: a constant, and a part per tetrahedron of the world [ms]. Slow machines take a tenth of it. */
const LEAST = 60_000;
const PER_TETRAHEDRON = 0.1;
/** A worker may be silent for so many times as long as it was before it gave a sign of life. */
const SLOWER = 4;

/** Looks are counted instead of time: while a machine sleeps, and a page with it, nobody looks. */
export const vigilOver = (tetrahedra: number): Vigil => ({
  looks: Math.ceil((LEAST + PER_TETRAHEDRON * tetrahedra) / INTERVAL),
  every(look) {
    const timer = setInterval(look, INTERVAL);
    return () => clearInterval(timer);
  },
});

/** Watches one worker while something waits for its answer. */
export class Watch {
  private silent = 0;
  private longest = 0;
  private allowed: number;
  private seen = 0;
  private stop: (() => void) | undefined;

  /**
   * @param sign changes while the worker, or one that waits with it, gets on; constant where nothing is known of it
   * @param lost called once the worker was silent for too long
   */
  constructor(
    private readonly vigil: Vigil,
    private readonly sign: () => number,
    private readonly lost: () => void,
  ) {
    this.allowed = vigil.looks;
  }

  /** Something waits for the worker. */
  begin(): void {
    if (this.stop) return;
    this.silent = 0;
    this.seen = this.sign();
    this.stop = this.vigil.every(() => this.look());
  }

  /** The worker has answered, or gets on. */
  lives(): void {
    this.longest = Math.max(this.longest, this.silent);
    this.silent = 0;
  }

  /** Nothing waits any longer. */
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
    // Were it only slow, its successor has more time.
    this.allowed *= 2;
    this.end();
    this.lost();
  }
}

/** A number that changes with any of the words, which workers write meanwhile. */
export function signOf(words: Int32Array): number {
  let sign = 0;
  for (let i = 0; i < words.length; i++) sign = (Math.imul(sign, 31) + Atomics.load(words, i)) | 0;
  return sign;
}
