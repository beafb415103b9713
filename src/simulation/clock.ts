/** `performance` exists in Node, pages and workers, but TypeScript's core library doesn't declare it. */
const { performance } = globalThis as unknown as { performance: { now(): number; readonly timeOrigin: number } };

/** Milliseconds on a monotonic clock; each thread counts from its own start. */
export const now = (): number => performance.now();

/** Milliseconds on a clock that all threads share, to a quarter of a microsecond. */
export const threadsNow = (): number => performance.timeOrigin + performance.now();
