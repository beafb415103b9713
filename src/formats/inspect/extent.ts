/** A box around a mesh, in the file's unit. */
export interface Bounds {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The unit that a file seems to have, which its formats don't say. */
export interface UnitGuess {
  readonly unit: 'metres' | 'millimetres';
  /** Factor that turns the file's unit into metres. */
  readonly scale: number;
}

/** Longest sides of a box that pass for metres, and then for millimetres: things on a table, people, rooms. */
const METRES = { least: 0.01, most: 20 };
const MILLIMETRES = { most: 20_000 };

/** Returns the bounds of those vertices that elements have. @returns undefined if there is no element */
export function boundsOf(positions: ArrayLike<number>, ids: Uint32Array): Bounds | undefined {
  if (ids.length === 0) return undefined;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of ids)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], positions[3 * v + k]);
      high[k] = Math.max(high[k], positions[3 * v + k]);
    }
  return { low, high };
}

/** Guesses the unit of a file by the longest side of its bounds. @returns undefined if no guess is better than another */
export function guessUnit(bounds: Bounds | undefined): UnitGuess | undefined {
  const longest = bounds ? Math.max(...bounds.high.map((most, k) => most - bounds.low[k])) : 0;
  if (longest < METRES.least) return undefined;
  if (longest <= METRES.most) return { unit: 'metres', scale: 1 };
  return longest <= MILLIMETRES.most ? { unit: 'millimetres', scale: 1e-3 } : undefined;
}
