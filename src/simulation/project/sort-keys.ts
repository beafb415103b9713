const DIGIT_BITS = 8;
const DIGITS = 2 ** DIGIT_BITS;

/** How many keys have each digit, then where the next of them goes. One a worker, so that a step allocates nothing. */
const places = new Uint32Array(DIGITS);

/**
 * Sorts the first keys, least digit first; the built-in sort would allocate a view of them.
 * @param spare as long, overwritten
 */
export function sortKeys(keys: Uint32Array, spare: Uint32Array, count: number): void {
  // Twice there and back: they end where they began.
  for (let shift = 0; shift < 32; shift += 2 * DIGIT_BITS) {
    sortByDigit(keys, spare, count, shift);
    sortByDigit(spare, keys, count, shift + DIGIT_BITS);
  }
}

/** Keys of the same digit keep their order. */
function sortByDigit(from: Uint32Array, to: Uint32Array, count: number, shift: number): void {
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
