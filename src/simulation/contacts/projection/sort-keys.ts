import { DIGITS } from './scratch.ts';

const DIGIT_BITS = Math.log2(DIGITS);

/**
 * Sorts the first keys, least digit first; the built-in sort would allocate a view of them.
 * @param places DIGITS numbers, overwritten: how many keys have each digit, then where the next of them goes    @param spare as long, overwritten
 */
export function sortKeys(places: Uint32Array, keys: Uint32Array, spare: Uint32Array, count: number): void {
  // Twice there and back: they end where they began.
  for (let shift = 0; shift < 32; shift += 2 * DIGIT_BITS) {
    sortByDigit(places, keys, spare, count, shift);
    sortByDigit(places, spare, keys, count, shift + DIGIT_BITS);
  }
}

/** Keys of the same digit keep their order. */
function sortByDigit(places: Uint32Array, from: Uint32Array, to: Uint32Array, count: number, shift: number): void {
  places.fill(0);
  for (let i = 0; i < count; i++) places[(from[i] >>> shift) & (DIGITS - 1)]++;
  let place = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const size = places[digit];
    places[digit] = place;
    place += size;
  }
  for (let i = 0; i < count; i++) to[places[(from[i] >>> shift) & (DIGITS - 1)]++] = from[i];
}
