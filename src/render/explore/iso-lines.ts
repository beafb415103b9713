/**
 * Returns the iso-lines of a function in a convex polygon: the lines on which it has the value 1, 2, 3, ... times a spacing. The function is linear
 * in each triangle between the polygon's middle and one of its sides. Polygons side by side give lines that join, and a line along their common
 * side is given by the one in which the values are below it. If a value is not a number, its triangles have no lines.
 * @param corners in order around the polygon, 3 coordinates each
 * @param values at the corners, then at the middle
 * @returns both ends of each piece, 6 coordinates per piece
 */
export function isoLines(
  corners: readonly (readonly number[])[],
  middle: readonly number[],
  values: ArrayLike<number>,
  spacing: number,
): number[] {
  const ends: number[] = [];
  const n = corners.length;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const points = [corners[i], corners[j], middle];
    const heights = [values[i], values[j], values[n]];
    const least = Math.min(...heights);
    const most = Math.max(...heights);
    // Where a value is not a number, neither are these, and the comparison fails.
    for (let k = Math.max(1, Math.floor(least / spacing) + 1); k * spacing <= most; k++)
      addPiece(ends, points, heights, k * spacing);
  }
  return ends;
}

/** Appends the line of one level through a triangle. A corner at the level counts as above it. */
function addPiece(ends: number[], points: readonly (readonly number[])[], heights: readonly number[], level: number) {
  const piece: number[] = [];
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    if (heights[a] >= level === heights[b] >= level) continue;
    const t = (level - heights[a]) / (heights[b] - heights[a]);
    for (let k = 0; k < 3; k++) piece.push(points[a][k] + t * (points[b][k] - points[a][k]));
  }
  const hasLength = piece.length === 6 && [0, 1, 2].some((k) => piece[k] !== piece[3 + k]);
  if (hasLength) ends.push(...piece);
}
