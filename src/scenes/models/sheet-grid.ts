import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';

/**
 * Triangles of sheets that are grids: `columns` x `rows` quads, each cut along a diagonal. Vertex (column, row) has the id
 * column * (rows + 1) + row, so a column's vertices and triangles lie side by side in memory.
 */

/** A grid of quads. If it is closed, its last column meets its first one, as in a tube. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly closed: boolean;
}

export const gridVertexCount = ({ columns, rows, closed }: Grid): number =>
  (closed ? columns : columns + 1) * (rows + 1);

/** Returns the id of a grid's vertex. @param column from 0; a closed grid counts around any number of times */
export const gridVertex = ({ columns, rows, closed }: Grid, column: number, row: number): number =>
  (closed ? column % columns : column) * (rows + 1) + row;

/**
 * Returns the triangles, column by column. Their normals point along (direction of rows) x (direction of columns). Diagonals alternate
 * like a chessboard, so that a cloth has no grain along one diagonal.
 */
export function gridTriangles(grid: Grid): Uint32Array {
  const triangles = new Uint32Array(6 * grid.columns * grid.rows);
  let at = 0;
  for (let column = 0; column < grid.columns; column++)
    for (let row = 0; row < grid.rows; row++) {
      const a = gridVertex(grid, column, row);
      const b = gridVertex(grid, column, row + 1);
      const c = gridVertex(grid, column + 1, row + 1);
      const d = gridVertex(grid, column + 1, row);
      triangles.set((column + row) % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d], at);
      at += 6;
    }
  return triangles;
}

/** Writes 3 numbers per vertex. @param place returns the position [m] of the vertex at a column and a row */
export function gridPositions(
  grid: Grid,
  place: (column: number, row: number) => readonly [number, number, number],
): Float32Array {
  const positions = new Float32Array(3 * gridVertexCount(grid));
  const columns = grid.closed ? grid.columns : grid.columns + 1;
  for (let column = 0; column < columns; column++)
    for (let row = 0; row <= grid.rows; row++) positions.set(place(column, row), 3 * gridVertex(grid, column, row));
  return positions;
}

/** Returns the grid of a square sheet that has about as many triangles as wanted. */
export function squareGrid(triangles: number): Grid {
  const cells = Math.round(Math.sqrt(triangles / 2));
  return { columns: cells, rows: cells, closed: false };
}

/** Makes a level square sheet, its middle at the origin, its normals up. @param side [m] */
export function squareSheet(grid: Grid, side: number): SurfaceMesh {
  const positions = gridPositions(grid, (column, row) => [
    (column / grid.columns - 0.5) * side,
    0,
    (row / grid.rows - 0.5) * side,
  ]);
  return { positions, triangles: gridTriangles(grid) };
}
