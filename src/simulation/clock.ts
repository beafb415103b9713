/** Milliseconds on a steady clock. Node, pages and workers all have it, though the language's own library doesn't. */
export const now = (): number => (globalThis as unknown as { performance: { now(): number } }).performance.now();
