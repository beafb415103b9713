/** Tetrahedra of a prism. */
export const PRISM_TETS = 3;

/**
 * Splits the prism of the triangle a, b, c, counterclockwise seen from above, and its copy at ids higher by `lift` into
 * three tetrahedra. A side's diagonal rises from the smaller id to the greater, so prisms side by side agree.
 * @param falling the other way around: diagonals rise from the greater id; must be the same for a whole layer
 * @param tets gets three positively oriented tetrahedra
 */
export function pushPrism(a: number, b: number, c: number, lift: number, falling: boolean, tets: number[]): void {
  let [v0, v1, v2] = [a, b, c];
  // Turning the triangle keeps its orientation: first the one that all diagonals at it rise from.
  while (falling ? v0 < v1 || v0 < v2 : v0 > v1 || v0 > v2) [v0, v1, v2] = [v1, v2, v0];
  if (falling ? v1 > v2 : v1 < v2)
    tets.push(v0, v1, v2, v2 + lift, v0, v1, v2 + lift, v1 + lift, v0, v0 + lift, v1 + lift, v2 + lift);
  else tets.push(v0, v1, v2, v1 + lift, v0, v2, v2 + lift, v1 + lift, v0, v0 + lift, v1 + lift, v2 + lift);
}
