/**
 * Bodies that are deep in one another, and the turns of those that are deep in several others at once. If all pairs parted in the same step, a body in the middle would be pushed from all sides,
 * which presses it flat; so in each step about MOST_AT_ONCE pairs of each body part, and the others wait. Detection leaves pairs that wait out, which
 * saves most of its time where many bodies are in one place. Whose turn it is follows from the bodies' numbers and the step alone. Twin of shaders/detect/turns.wgsl.
 */

/** Number of words in deepPairs per body: a bit for each other body. */
export const deepWords = (bodyCount: number): number => (bodyCount + 31) >>> 5;

/** Tests whether two bodies were deep in one another at the step's start. Without regions no pair is. */
export const isDeepPair = (deepPairs: Uint32Array, bodyCount: number, own: number, other: number): boolean =>
  deepPairs.length > 0 && (deepPairs[deepWords(bodyCount) * own + (other >>> 5)] & (1 << (other & 31))) !== 0;

/** Notes that `own` is deep in `other`. The order of such notes makes no difference. */
export function noteDeepPair(deepPairs: Uint32Array, bodyCount: number, own: number, other: number): void {
  if (isDeepPair(deepPairs, bodyCount, own, other)) return;
  Atomics.or(deepPairs, deepWords(bodyCount) * own + (other >>> 5), 1 << (other & 31));
}

/** Number of pairs of a body that part in the same step. A choice: with more of them bodies are pressed flat, with fewer they leave more slowly. */
export const MOST_AT_ONCE = 2;

/** Returns the number of bodies that a body is deep in. */
export function countDeep(deepPairs: Uint32Array, bodyCount: number, body: number): number {
  const words = deepWords(bodyCount);
  let count = 0;
  for (let word = words * body; word < words * (body + 1); word++) count += countOnes(deepPairs[word]);
  return count;
}

/** Returns the number of bodies that two bodies are deep in: the lower number. */
export const crowdOf = (deepPairs: Uint32Array, bodyCount: number, a: number, b: number): number =>
  Math.min(countDeep(deepPairs, bodyCount, a), countDeep(deepPairs, bodyCount, b));

/** Tests whether two bodies that are deep in one another wait in this step. Their numbers' sums differ, so each body has other partners in each step. */
export function waits(deepPairs: Uint32Array, bodyCount: number, step: number, a: number, b: number): boolean {
  if (!isDeepPair(deepPairs, bodyCount, a, b)) return false;
  const crowd = crowdOf(deepPairs, bodyCount, a, b);
  return crowd > MOST_AT_ONCE && (a + b + step) % crowd >= MOST_AT_ONCE;
}

/** Returns the number of set bits of a word. */
function countOnes(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
