import type { TriMesh } from '../../mesh/triangles/tri-topology.ts';

/** A block of triangles in rows. */
export interface Rows {
  /** 2 per vertex [m]. */
  readonly positions: number[];
  /** 3 vertex ids per triangle. */
  readonly triangles: number[];
  /** Returns the id of vertex i of row j. */
  id(i: number, j: number): number;
}

/**
 * Makes a block of triangles in rows. Every other row of vertices is shifted to the right by half a side.
 * @param columns number of vertices per row, minus one
 * @param side length of a triangle's horizontal side [m]
 * @param heights y of each row of vertices [m]
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

/** A triangle mesh in the plane, in its rest shape and deformed. */
export interface DeformedMesh2d {
  readonly rest: TriMesh;
  /** Deformed positions, 2 per vertex [m]. */
  readonly positions: Float32Array;
}

type Point2 = readonly [number, number];

/** Returns the triangles of a grid of squares. Each square is cut in two; the diagonals' direction alternates. */
function gridTriangles(columns: number, rows: number): Uint32Array {
  const triangles: number[] = [];
  const id = (i: number, j: number) => i * (rows + 1) + j;
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) {
      const [a, b, c, d] = [id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)];
      if ((i + j) % 2 === 0) triangles.push(a, b, c, a, c, d);
      else triangles.push(a, b, d, b, c, d);
    }
  return Uint32Array.from(triangles);
}

/**
 * Makes a strip that is straight at rest and deformed to follow a Bezier curve. Uses only + - * / and square roots, so that every
 * JavaScript engine gives the same bits.
 * @param curve control points of the curve that the strip's centre line follows [m]
 * @param width of the strip [m]
 * @param columns number of grid squares along the strip
 * @param rows number of grid squares across the strip
 */
export function bentStrip(curve: readonly Point2[], width: number, columns: number, rows: number): DeformedMesh2d {
  const parameters = Array.from({ length: columns + 1 }, (_, i) => i / columns);
  const middle = parameters.map((t) => pointOn(curve, t));
  const lengths = [0];
  for (let i = 1; i <= columns; i++) {
    const [x, y] = [middle[i][0] - middle[i - 1][0], middle[i][1] - middle[i - 1][1]];
    lengths.push(lengths[i - 1] + Math.sqrt(x * x + y * y));
  }
  const rest: number[] = [];
  const bent: number[] = [];
  for (const [i, t] of parameters.entries()) {
    const [dx, dy] = tangentAt(curve, t);
    for (let j = 0; j <= rows; j++) {
      const offset = width * (j / rows - 0.5);
      rest.push(lengths[i] - lengths[columns] / 2, offset);
      bent.push(middle[i][0] - offset * dy, middle[i][1] + offset * dx);
    }
  }
  return {
    rest: { positions: Float32Array.from(rest), triangles: gridTriangles(columns, rows) },
    positions: Float32Array.from(bent),
  };
}

/** Evaluates a Bezier curve by De Casteljau's algorithm. */
function pointOn(curve: readonly Point2[], t: number): Point2 {
  if (curve.length === 1) return curve[0];
  const between = curve
    .slice(1)
    .map(([x, y], i): Point2 => [curve[i][0] + t * (x - curve[i][0]), curve[i][1] + t * (y - curve[i][1])]);
  return pointOn(between, t);
}

/** Unit tangent of a Bezier curve. */
function tangentAt(curve: readonly Point2[], t: number): Point2 {
  const [x, y] = pointOn(
    curve.slice(1).map(([x, y], i): Point2 => [x - curve[i][0], y - curve[i][1]]),
    t,
  );
  const length = Math.sqrt(x * x + y * y);
  return [x / length, y / length];
}
