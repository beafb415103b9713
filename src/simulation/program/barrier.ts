/**
 * Number of times that a worker polls the generation word before it sleeps. These polls take a few microseconds, about as long as
 * waking up. With them, two workers on two cores meet in 0.7 us instead of 3.6 us. More polls cost too much if there are more threads
 * than cores: ten times as many would take 100 us.
 */
const POLL_COUNT = 1000;
/** Number of 32-bit words in a cache line (64 bytes). Words that different workers write are this far apart, to avoid false sharing. */
export const LINE = 16;

// Indices of the barrier's words: number of workers that have arrived; number of times that the barrier was released; 1 if it is broken.
const ARRIVED = 0;
const GENERATION = LINE;
const BROKEN = GENERATION + 1;
/** Number of words that the barrier itself uses. Callers may use the words after them for data that workers exchange. */
export const BARRIER_WORDS = 2 * LINE;

/** Thrown by `arrive` after a worker died or failed: then not all workers will arrive, so the barrier was broken. */
export class BrokenBarrierError extends Error {}

/**
 * Reusable barrier for worker threads in shared memory. The last worker to arrive continues alone until it calls `release`. Until
 * then it may change any shared data, since all other workers wait.
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
   * @returns true for the last worker to arrive, which must call `release`; false for the others, once `release` was called
   * @throws BrokenBarrierError in every worker after `breakUp` was called
   */
  arrive(): boolean {
    const { words } = this;
    // Read the generation before BROKEN. breakUp writes BROKEN first, then the generation. So if breakUp runs after both reads, the
    // generation changes and ends the wait below. In the other order this worker could miss BROKEN and then wait for ever.
    const generation = Atomics.load(words, GENERATION);
    if (Atomics.load(words, BROKEN) === 1) throw new BrokenBarrierError();
    if (Atomics.add(words, ARRIVED, 1) + 1 === this.size) return true;
    for (let i = 0; i < POLL_COUNT && Atomics.load(words, GENERATION) === generation; i++);
    // No timeout is needed: the generation changes before waiters are notified, and Atomics.wait compares it before it sleeps.
    while (Atomics.load(words, GENERATION) === generation) Atomics.wait(words, GENERATION, generation);
    if (Atomics.load(words, BROKEN) === 1) throw new BrokenBarrierError();
    return false;
  }

  /** Lets the waiting workers continue. Called by the last worker to arrive. */
  release(): void {
    Atomics.store(this.words, ARRIVED, 0);
    Atomics.add(this.words, GENERATION, 1);
    Atomics.notify(this.words, GENERATION);
  }

  /**
   * Breaks the barrier: all workers that wait or will arrive throw BrokenBarrierError. May be called from any thread, including the page's.
   */
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
