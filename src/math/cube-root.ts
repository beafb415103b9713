/**
 * Computes the cube root by Newton's method. Math.cbrt may differ between JavaScript engines, but models must have the same bytes in all
 * engines.
 * @param value positive; the iteration converges at least for values from 1e-12 to 1e12
 */
export function cubeRoot(value: number): number {
  let root = 1;
  for (let step = 0; step < 60; step++) root = (2 * root + value / (root * root)) / 3;
  return root;
}
