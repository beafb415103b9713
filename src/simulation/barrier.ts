/**
 * Number of times that a worker polls the generation word before it sleeps. This polling takes a few microseconds, about as long as
 * waking up. If each of two workers has its own core, they then meet in 0.7 us instead of 3.6 us. Ten times as many polls would take
 * 100 us if there are more threads than cores.
 */
const POLL_COUNT = 1000;
/** Distance, in words, between words that different workers write at the same time: a cache line of 64 bytes, to avoid false sharing. */
export const LINE = 16;

// Indices of the barrier's words: number of workers that have arrived; number of times that the barrier was released; 1 if it is broken.
const ARRIVED = 0;
const GENERATION = LINE;
const BROKEN = GENERATION + 1;
/** Words that the barrier itself uses; those behind them are free for data that is exchanged between barriers. */
export const BARRIER_WORDS = 2 * LINE;

/** Thrown at a barrier when a worker died or failed, since not all workers will arrive. */
export class BrokenBarrierError extends Error {}

/**
 * Reusable barrier for worker threads in shared memory. The last worker to arrive continues alone until it calls `release`:
 * meanwhile it may change any shared data, since all others wait.
 */
export class Barrier {
  /**
   * @param words BARRIER_WORDS or more words of shared memory, zero at the start
   * @param size number of workers that must arrive
   */
  constructor(
    private readonly words: Int32Array,
    private readonly size: number,
  ) {}

  /**
   * Waits until all workers have arrived.
   * @returns true for the last to arrive, which must call `release`; false for the others, after that call
   * @throws BrokenBarrierError in every worker after `breakUp` was called
   */
  arrive(): boolean {
    const { words } = this;
    // Read the generation before BROKEN: breakUp writes BROKEN first, so if it runs now, one of the two reads shows a change.
    const generation = Atomics.load(words, GENERATION);
    if (Atomics.load(words, BROKEN) === 1) throw new BrokenBarrierError();
    if (Atomics.add(words, ARRIVED, 1) + 1 === this.size) return true;
    for (let i = 0; i < POLL_COUNT && Atomics.load(words, GENERATION) === generation; i++);
    // No timeout is needed: the generation changes before waiters are notified, and Atomics.wait compares it before it sleeps.
    while (Atomics.load(words, GENERATION) === generation) Atomics.wait(words, GENERATION, generation);
    if (Atomics.load(words, BROKEN) === 1) throw new BrokenBarrierError();
    return false;
  }

  release(): void {
    Atomics.store(this.words, ARRIVED, 0);
    Atomics.add(this.words, GENERATION, 1);
    Atomics.notify(this.words, GENERATION);
  }

  /** Breaks the barrier: all workers that wait or will arrive throw BrokenBarrierError. May be called from any thread, including the page's. */
  breakUp(): void {
    Atomics.store(this.words, BROKEN, 1);
    Atomics.add(this.words, GENERATION, 1);
    Atomics.notify(this.words, GENERATION);
  }

  /** Repairs a broken barrier. No worker may be waiting at it. */
  reset(): void {
    Atomics.store(this.words, ARRIVED, 0);
    Atomics.store(this.words, BROKEN, 0);
  }
}
