/** `performance` exists in Node, pages and workers, but TypeScript's core library doesn't declare it. */
const { performance } = globalThis as unknown as { performance: { now(): number; readonly timeOrigin: number } };

/** Returns milliseconds on a monotonic clock. Each thread counts from its own start, so values of two threads can't be compared. */
export const now = (): number => performance.now();

/** Returns milliseconds on a clock that all threads share. The number's resolution is a quarter of a microsecond. */
export const threadsNow = (): number => performance.timeOrigin + performance.now();
