export interface Rows {
  /** 2 per vertex [m]. */
  readonly positions: number[];
  readonly triangles: number[];
  /** Id of vertex i of row j. */
  id(i: number, j: number): number;
}

/**
 * A block of rows of triangles. Every other row of vertices is shifted right by half a side.
 * @param columns vertices per row minus one
 * @param side [m]
 * @param heights of the rows of vertices [m]
 */
export function triangleRows(columns: number, side: number, heights: readonly number[]): Rows {
  const id = (i: number, j: number) => j * (columns + 1) + i;
  const positions = heights.flatMap((y, j) =>
    Array.from({ length: columns + 1 }, (_, i) => [side * (i - columns / 2 + 0.5 * (j % 2) - 0.25), y]).flat(),
  );
  const triangles: number[] = [];
  for (let j = 0; j < heights.length - 1; j++)
    for (let i = 0; i < columns; i++) {
      const [a, b, c, d] = [id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)];
      if (j % 2 === 0) triangles.push(a, b, d, b, c, d);
      else triangles.push(a, b, c, a, c, d);
    }
  return { positions, triangles, id };
}
