/** A vector of three numbers, for code that may allocate. (Inner loops may not; they compute each component explicitly.) */
export type Vector = readonly [number, number, number];

/** Returns the dot product. The terms are added in the order x, y, z. */
export const dot = (u: ArrayLike<number>, v: ArrayLike<number>): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];

export const cross = (u: ArrayLike<number>, v: ArrayLike<number>): Vector => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
];
