/**
 * Loads of the generation before a worker sleeps: some microseconds, as much as to be woken costs. On cores of their own
 * two workers then meet in 0.7 us instead of 3.6; ten times as many take 100 us where threads outnumber cores.
 */
const SPINS = 1000;
/** Words between two that different workers write at the same time: they would fight for one cache line of 64 bytes. */
export const LINE = 16;

const ARRIVED = 0;
const GENERATION = LINE;
const BROKEN = GENERATION + 1;
/** Words from here on are free for what runs between the barriers. */
export const BARRIER_WORDS = 2 * LINE;

/** A worker died or failed, so the others will not all arrive. */
export class BrokenBarrierError extends Error {}

/**
 * Where workers wait for one another. The last to arrive goes on alone until it releases the others: between
 * the two it may change anything, since everybody else stands still.
 */
export class Barrier {
  /**
   * @param words BARRIER_WORDS or more in shared memory, zero at the start
   * @param size workers that have to arrive
   */
  constructor(
    private readonly words: Int32Array,
    private readonly size: number,
  ) {}

  /**
   * @returns true for the last to arrive, which has to call release; false for the others, once it has
   * @throws BrokenBarrierError in every worker after a call of breakUp
   */
  arrive(): boolean {
    const { words } = this;
    // Read before BROKEN: breakUp writes them in the reverse order, so one of the two reads shows it.
    const generation = Atomics.load(words, GENERATION);
    if (Atomics.load(words, BROKEN) === 1) throw new BrokenBarrierError();
    if (Atomics.add(words, ARRIVED, 1) + 1 === this.size) return true;
    for (let i = 0; i < SPINS && Atomics.load(words, GENERATION) === generation; i++);
    // No timeout: whoever ends the wait changes the generation first, and wait compares before it sleeps.
    while (Atomics.load(words, GENERATION) === generation) Atomics.wait(words, GENERATION, generation);
    if (Atomics.load(words, BROKEN) === 1) throw new BrokenBarrierError();
    return false;
  }

  release(): void {
    Atomics.store(this.words, ARRIVED, 0);
    Atomics.add(this.words, GENERATION, 1);
    Atomics.notify(this.words, GENERATION);
  }

  /** Sends everybody home who waits or will arrive. May be called from any thread, the page's too. */
  breakUp(): void {
    Atomics.store(this.words, BROKEN, 1);
    Atomics.add(this.words, GENERATION, 1);
    Atomics.notify(this.words, GENERATION);
  }

  /** Makes a broken barrier whole. Nobody may be at it. */
  reset(): void {
    Atomics.store(this.words, ARRIVED, 0);
    Atomics.store(this.words, BROKEN, 0);
  }
}
