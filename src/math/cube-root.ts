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
