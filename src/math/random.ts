/**
 * Makes a generator of numbers in [0, 1) that look random. The same seed gives the same numbers everywhere, since the generator uses only
 * 32-bit integers.
 * Source: mulberry32 by Tommy Ettinger.
 * @param seed whole number from 0 to 2^32 - 1
 */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
