/** A box around a mesh, in the file's unit. */
export interface Bounds {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** Returns the bounds of those vertices that elements have. @returns undefined if there is no element */
export function boundsOf(positions: ArrayLike<number>, ids: Uint32Array): Bounds | undefined {
  if (ids.length === 0) return undefined;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const v of ids)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], positions[3 * v + k]);
      high[k] = Math.max(high[k], positions[3 * v + k]);
    }
  return { low, high };
}

/** Lengths of the sides of a box. */
export const sidesOf = ({ low, high }: Bounds): [number, number, number] => [
  high[0] - low[0],
  high[1] - low[1],
  high[2] - low[2],
];
