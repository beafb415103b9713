/** Number of tetrahedra per prism. */
export const PRISM_TETS = 3;

/**
 * Splits a triangular prism into three tetrahedra. The bottom is the triangle a, b, c, counter-clockwise seen from above. The top vertices
 * have the bottom's ids plus `lift`. Each side is cut by the diagonal that starts at the smaller of the side's two bottom ids. So two
 * prisms that share a side cut it the same way.
 * @param startsAtGreater if true, each diagonal starts at the greater bottom id instead; must be the same for a whole layer of prisms
 * @param tets receives the vertex ids of the three positively oriented tetrahedra at its end
 */
export function pushPrism(
  a: number,
  b: number,
  c: number,
  lift: number,
  startsAtGreater: boolean,
  tets: number[],
): void {
  let [v0, v1, v2] = [a, b, c];
  // Rotate the triangle until v0 is the vertex where two diagonals start. A rotation keeps the orientation.
  while (startsAtGreater ? v0 < v1 || v0 < v2 : v0 > v1 || v0 > v2) [v0, v1, v2] = [v1, v2, v0];
  if (startsAtGreater ? v1 > v2 : v1 < v2)
    tets.push(v0, v1, v2, v2 + lift, v0, v1, v2 + lift, v1 + lift, v0, v0 + lift, v1 + lift, v2 + lift);
  else tets.push(v0, v1, v2, v1 + lift, v0, v2, v2 + lift, v1 + lift, v0, v0 + lift, v1 + lift, v2 + lift);
}
