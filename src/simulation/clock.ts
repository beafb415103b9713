/** What Node, pages and workers all have, though the language's own library doesn't. */
const { performance } = globalThis as unknown as { performance: { now(): number; readonly timeOrigin: number } };

/** Milliseconds on a steady clock of this thread. */
export const now = (): number => performance.now();

/** The same on all threads, each of which counts from its own start: to a quarter of a microsecond. */
export const threadsNow = (): number => performance.timeOrigin + performance.now();
