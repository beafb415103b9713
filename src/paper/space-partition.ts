import { dot, type Vector } from '../math/arithmetic.ts';

/** Flat convex pieces of triangles that pass through one another, in an order in which they can be painted. */
export interface Piece {
  /** The triangle of which it is a piece. */
  readonly face: number;
  readonly corners: readonly Vector[];
  /** Unit normal of the triangle. */
  readonly normal: Vector;
  /** For each corner, whether the way to the next one is an edge of the triangle, not a cut. */
  readonly isEdge: readonly boolean[];
}

/** Distances below this from a plane count as 0, so that neighbouring triangles aren't cut at their common edge [m]. */
const TOUCHING = 1e-6;

/**
 * Cuts triangles wherever the plane of another one passes through them, and sorts the pieces from back to front by a binary space
 * partition. Source: Fuchs, Kedem, Naylor 1980.
 * @param towardsViewer direction
 */
export function backToFront(pieces: readonly Piece[], towardsViewer: Vector): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (!first) return [];
  const { normal } = first;
  const heightOf = (point: Vector) => dot(minus(point, first.corners[0]), normal);
  const [above, below]: [Piece[], Piece[]] = [[], []];
  for (const piece of rest) {
    const heights = piece.corners.map(heightOf);
    if (Math.min(...heights) > -TOUCHING) above.push(piece);
    else if (Math.max(...heights) < TOUCHING) below.push(piece);
    else {
      above.push(cut(piece, heights, 1));
      below.push(cut(piece, heights, -1));
    }
  }
  const [near, far] = dot(normal, towardsViewer) > 0 ? [above, below] : [below, above];
  return [...backToFront(far, towardsViewer), first, ...backToFront(near, towardsViewer)];
}

/** Returns the part of a piece on one side of a plane. @param heights of its corners above the plane    @param sign 1 for above */
function cut(piece: Piece, heights: readonly number[], sign: number): Piece {
  const corners: Vector[] = [];
  const isEdge: boolean[] = [];
  piece.corners.forEach((corner, i) => {
    const j = (i + 1) % piece.corners.length;
    const [h, k] = [sign * heights[i], sign * heights[j]];
    if (h >= 0) {
      corners.push(corner);
      isEdge.push(piece.isEdge[i]);
    }
    if (h >= 0 === k >= 0) return;
    const t = h / (h - k);
    const end = piece.corners[j];
    corners.push([
      corner[0] + t * (end[0] - corner[0]),
      corner[1] + t * (end[1] - corner[1]),
      corner[2] + t * (end[2] - corner[2]),
    ]);
    // The cut begins at the point at which the border leaves this side.
    isEdge.push(h >= 0 ? false : piece.isEdge[i]);
  });
  return { ...piece, corners, isEdge };
}

const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
