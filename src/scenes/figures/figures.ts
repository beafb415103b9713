import type { FigureName } from './figures-scene.ts';
import { bentStrip, type DeformedMesh2d, triangleRows } from './strip.ts';

/** One of the paper's 2D figures, as an interactive example. */
export interface FlatFigure {
  /** As in links. */
  readonly name: FigureName;
  readonly title: string;
  /** Label of the figure's tab. */
  readonly tab: string;
  /** Explanation below the figure, one paragraph. */
  readonly caption: string;
  readonly flat: DeformedMesh2d;
  /**
   * Point that the pointer moves: the query point p, whose shortest path is drawn, or the boundary point s, to which the straight
   * segment from p is tested.
   */
  readonly moves: 'p' | 's';
  /** Initial query point p, and boundary point s if the pointer moves s [m]. */
  readonly p: readonly [number, number];
  readonly s?: readonly [number, number];
}

export { FIGURES_SCENE } from './figures-scene.ts';

/** Chen et al. 2023, 'Shortest Path to Boundary for Self-Intersecting Meshes'. */
export const PAPER_LINK = 'https://doi.org/10.1145/3592136';

/** A strip whose ends cross. The arguments are: control points and width [m], numbers of squares along and across. */
const crossing = bentStrip(
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
const curled = bentStrip(
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
function liftedVertex(heights: readonly number[], to: number): DeformedMesh2d {
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
function foldedTooth(heights: readonly number[], from: number, to: number): DeformedMesh2d {
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

export const FIGURES: readonly FlatFigure[] = [
  {
    name: 'figure-3',
    title: 'Figure 3: one place, two points',
    tab: 'Figure 3: one place, two points',
    caption:
      'A straight strip is bent until its ends cross. Where they cross, one place p is two points of the strip, and each has its own shortest ' +
      'path to the boundary, across the arm that it belongs to. The rest shape below shows both points of the strip. The plain Euclidean ' +
      'answer depends only on the place, so it gives both points the same boundary point, which is wrong for one of them.',
    flat: crossing,
    moves: 'p',
    p: [0.2, 0.62],
  },
  {
    name: 'figure-4',
    title: 'Figure 4: what makes a path valid',
    tab: 'Figure 4: valid or not',
    caption:
      'The segment from p to s is a valid path only if it stays inside the strip. To test this, the segment is followed from triangle to ' +
      'triangle through shared sides. The path is valid if it arrives at the triangle that contains s. If it meets the boundary first, it has ' +
      'left the strip and is invalid, even if other parts of the strip lie there. Move the pointer along the outline to choose s; click inside to move p.',
    flat: curled,
    moves: 's',
    p: [0.5, -0.7],
    s: [-0.3, 1.5],
  },
  {
    name: 'figure-6b',
    title: 'Figure 6 (b): a triangle turned inside out',
    tab: 'Figure 6 (b): turned inside out',
    caption:
      'One inner vertex was pulled up past the side above it, so the grey triangle is inside out. In the rest shape, the path goes straight ' +
      'through neighbouring triangles. In the deformed shape it runs up, back down through the grey triangle, and up again, all on one line (drawn side ' +
      'by side here). So the traversal has to follow the line backward too.',
    flat: liftedVertex([0, 0.9, 1.8, 2.9, 4], 3.6),
    moves: 'p',
    p: [-0.2, 2.3],
  },
  {
    name: 'figure-6c',
    title: 'Figure 6 (c): an inner triangle outside',
    tab: 'Figure 6 (c): an inner triangle outside',
    caption:
      'Here the vertex was pulled out through the surface. A point p near the tip lies outside, though it is an inner point of the mesh. Its path to the boundary ' +
      'starts backward, away from s, turns round in the grey triangle, and arrives at s from below. So the traversal also has to search behind p. If p lies further down, the traversal must not stop where it first passes s.',
    flat: liftedVertex([0, 0.8, 1.5, 2.9, 3.2], 4.15),
    moves: 'p',
    p: [-0.46, 3.85],
  },
  {
    name: 'figure-7',
    title: 'Figure 7: where the answer is ambiguous',
    tab: 'Figure 7: ambiguous',
    caption:
      'The grey triangle is on the boundary and is folded inward: two of its sides, which are surface, now lie inside the body. Where a point of that surface coincides ' +
      'with an inner point p, the segment between them has no length and no direction. The method cannot test it, and which boundary point is closest ' +
      'is a matter of definition. A simulation ignores self-collisions of such inverted boundary elements until the material has turned them back.',
    flat: foldedTooth([0, 1, 2, 3.1], 4.2, 2.35),
    moves: 'p',
    p: [-0.08, 2.76],
  },
];
