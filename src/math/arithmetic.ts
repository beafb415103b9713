/** A vector of three numbers, for code that may allocate. Inner loops don't use these functions, but write out the components. */
export type Vector = readonly [number, number, number];

/** Returns the dot product, with the terms added in the order x, y, z. */
export const dot = (u: ArrayLike<number>, v: ArrayLike<number>): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];

export const cross = (u: ArrayLike<number>, v: ArrayLike<number>): Vector => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
];

/**
 * Returns the cube root, by Newton's method. Math.cbrt is not used because its result may differ between engines, and a scene's models
 * must have the same bytes everywhere.
 * @param value positive. The method converges at least for 1e-12 to 1e12
 */
export function cubeRoot(value: number): number {
  let root = 1;
  for (let step = 0; step < 60; step++) root = (2 * root + value / (root * root)) / 3;
  return root;
}
