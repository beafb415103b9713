/** Number of tetrahedra per prism. */
export const PRISM_TETS = 3;

/**
 * Splits a prism into three tetrahedra. Its bottom is the triangle a, b, c, counter-clockwise seen from above; its top has the same ids
 * plus `lift`. The diagonal of a side rises from the smaller to the greater bottom id, so that neighbouring prisms agree.
 * @param falling reverses this: diagonals rise from the greater id; must be the same for a whole layer
 * @param tets three positively oriented tetrahedra are appended to it
 */
export function pushPrism(a: number, b: number, c: number, lift: number, falling: boolean, tets: number[]): void {
  let [v0, v1, v2] = [a, b, c];
  // Rotate the triangle, which keeps its orientation, until the vertex from which both diagonals at it rise is first.
  while (falling ? v0 < v1 || v0 < v2 : v0 > v1 || v0 > v2) [v0, v1, v2] = [v1, v2, v0];
  if (falling ? v1 > v2 : v1 < v2)
    tets.push(v0, v1, v2, v2 + lift, v0, v1, v2 + lift, v1 + lift, v0, v0 + lift, v1 + lift, v2 + lift);
  else tets.push(v0, v1, v2, v1 + lift, v0, v2, v2 + lift, v1 + lift, v0, v0 + lift, v1 + lift, v2 + lift);
}
