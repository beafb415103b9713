/** A vector of three numbers, for code that may allocate: inner loops write their sums out. */
export type Vector = readonly [number, number, number];

/** The product of each pair of components, added from x to z. */
export const dot = (u: ArrayLike<number>, v: ArrayLike<number>): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];

export const cross = (u: ArrayLike<number>, v: ArrayLike<number>): Vector => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
];
