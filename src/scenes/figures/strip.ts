import type { TriMesh } from '../../mesh/triangles/tri-topology.ts';

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

/** A triangle mesh in the plane, in its rest shape and deformed. */
export interface Flat {
  readonly rest: TriMesh;
  /** Deformed positions, 2 per vertex [m]. */
  readonly positions: Float32Array;
}

type Point2 = readonly [number, number];

/** Triangles of a grid of squares, each cut in two. The diagonals alternate. */
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
 * A straight strip, and the same strip laid along a Bezier curve. Uses only + - * / and square roots, so that every engine gives
 * the same bits.
 * @param curve control points of the curve that the strip's middle follows [m]
 * @param width [m]
 */
export function bentStrip(curve: readonly Point2[], width: number, columns: number, rows: number): Flat {
  const steps = Array.from({ length: columns + 1 }, (_, i) => i / columns);
  const middle = steps.map((t) => pointOn(curve, t));
  const lengths = [0];
  for (let i = 1; i <= columns; i++) {
    const [x, y] = [middle[i][0] - middle[i - 1][0], middle[i][1] - middle[i - 1][1]];
    lengths.push(lengths[i - 1] + Math.sqrt(x * x + y * y));
  }
  const rest: number[] = [];
  const bent: number[] = [];
  for (const [i, t] of steps.entries()) {
    const [dx, dy] = directionOf(curve, t);
    for (let j = 0; j <= rows; j++) {
      const aside = width * (j / rows - 0.5);
      rest.push(lengths[i] - lengths[columns] / 2, aside);
      bent.push(middle[i][0] - aside * dy, middle[i][1] + aside * dx);
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

function directionOf(curve: readonly Point2[], t: number): Point2 {
  const [x, y] = pointOn(
    curve.slice(1).map(([x, y], i): Point2 => [x - curve[i][0], y - curve[i][1]]),
    t,
  );
  const length = Math.sqrt(x * x + y * y);
  return [x / length, y / length];
}
