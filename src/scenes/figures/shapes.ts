import type { TriMesh } from '../../mesh/triangles/tri-topology.ts';
import { bentStrip, type DeformedMesh2d, triangleRows } from './strip.ts';

/** A strip whose ends cross. The arguments are: control points and width [m], numbers of squares along and across. */
export const crossing = bentStrip(
  [
    [-2.6, -1.1],
    [7.5, 4.3],
    [-7.5, 4.3],
    [2.6, -1.1],
  ],
  1.15,
  34,
  3,
);

/** A strip that curls back until its end overlaps its beginning. */
export const curled = bentStrip(
  [
    [-2.6, -0.75],
    [2.9, -1.5],
    [3.1, 2.6],
    [-1.7, 1.5],
    [-1.05, -1.0],
  ],
  0.8,
  30,
  2,
);

/** A strip that is bent to a ring until its ends overlap. */
export const horseshoe = bentStrip(
  [
    [2.1, -1.75],
    [-4.9, -2.7],
    [-4.2, 5.3],
    [4.2, 4.6],
    [4.9, -2.6],
    [-2.1, -0.9],
  ],
  1.3,
  30,
  3,
);

/** Numbers of squares along and across the strip `jaws`. */
const JAWS = { columns: 18, rows: 2 } as const;
/** Returns the vertex on the inner side of `jaws` at column i, counted from the end of the upper jaw. */
const innerVertex = (i: number) => i * (JAWS.rows + 1) + JAWS.rows;
/** Columns of the upper jaw that have a tooth (odd) or a notch (even). */
const TEETH = [1, 2, 3, 4, 5] as const;
/** Height of the teeth, and depth of the notches [m]. */
const TOOTH = 0.24;
/** A vertex of `jaws` at the bottom of a notch. */
export const NOTCH = innerVertex(2);

/** A coarse strip, bent until one end lies over the other. The upper end has teeth on its lower side, which reach into the other end. */
export const jaws = withTeeth(
  bentStrip(
    [
      [3.1, 0.05],
      [0.2, -0.3],
      [-4.2, 5.3],
      [-4.2, -5.3],
      [0.2, 0.3],
      [3.1, -0.05],
    ],
    1.15,
    JAWS.columns,
    JAWS.rows,
  ),
);

/** Moves vertices of the upper jaw's lower side down and up in turn. */
function withTeeth({ rest, positions }: DeformedMesh2d): DeformedMesh2d {
  const moved = positions.slice();
  for (const i of TEETH) moved[2 * innerVertex(i) + 1] += i % 2 === 1 ? -TOOTH : TOOTH;
  return { rest, positions: moved };
}

/**
 * Makes a wedge whose tip, vertex 0, lies at the origin and points down or up.
 * @param rows number of rows of triangles
 * @param width, height of the wedge [m]; if the height is negative, the tip points up
 */
export function wedge(rows: number, width: number, height: number): TriMesh {
  const first = (row: number) => (row * (row + 1)) / 2;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= rows; row++)
    for (let i = 0; i <= row; i++) {
      positions.push((width * (i - row / 2)) / rows, (height * row) / rows);
      if (row === rows) continue;
      const [tip, left] = [first(row) + i, first(row + 1) + i];
      const turns = height > 0 ? [tip, left + 1, left] : [tip, left, left + 1];
      triangles.push(...turns);
      if (i === row) continue;
      triangles.push(...(height > 0 ? [tip, tip + 1, left + 1] : [tip, left + 1, tip + 1]));
    }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Number of vertices per row of a block of triangles, minus one. */
const COLUMNS = 4;
/** Length of a triangle's horizontal side [m]. */
const SIDE = 1.4;
/** Column of the vertex that is lifted. A tooth stands between this column and the previous one. */
const MIDDLE = 2;

/**
 * Makes a block in which an inner vertex of the third row is lifted past the upper side of the triangle above it. If the vertex is
 * lifted by less than twice that triangle's height, no other triangle is turned inside out.
 * @param heights y of each row of vertices [m]
 * @param to y that the vertex is lifted to [m]
 */
export function liftedVertex(heights: readonly number[], to: number): DeformedMesh2d {
  const { positions, triangles, id } = triangleRows(COLUMNS, SIDE, heights);
  const moved = Float32Array.from(positions);
  moved[2 * id(MIDDLE, 2) + 1] = to;
  return {
    rest: { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) },
    positions: moved,
  };
}

/**
 * Makes a block with one more triangle on its upper side, the tooth, which is folded inwards.
 * @param heights y of each row of vertices [m]
 * @param from, to y of the tooth's tip at rest and folded [m]
 */
export function foldedTooth(heights: readonly number[], from: number, to: number): DeformedMesh2d {
  const { positions, triangles, id } = triangleRows(COLUMNS, SIDE, heights);
  const top = heights.length - 1;
  const [left, right] = [id(MIDDLE - 1, top), id(MIDDLE, top)];
  const tooth = positions.length / 2;
  positions.push((positions[2 * left] + positions[2 * right]) / 2, from);
  triangles.push(left, right, tooth);
  const moved = Float32Array.from(positions);
  moved[2 * tooth + 1] = to;
  return {
    rest: { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) },
    positions: moved,
  };
}
