import { mergePlaces } from '../mesh/merge-places.ts';

/** Triangles with each place once. */
export interface Welded {
  /** 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, 3 per triangle. Triangles with a vertex twice are left out. */
  readonly triangles: Uint32Array;
  /** Welded vertex per given vertex. */
  readonly vertexOf: Uint32Array;
  /** Number of triangles that were left out. */
  readonly degenerate: number;
}

/**
 * Makes one vertex of all that are at the same place: equal bits after rounding to float32, -0 the same as 0. Vertices stay in the order in which each place
 * comes first, and triangles in theirs. Triangles that have a vertex twice then are left out.
 * @param positions 3 numbers per vertex
 * @param triangles vertex ids, 3 per triangle
 */
export function weld(positions: ArrayLike<number>, triangles: ArrayLike<number>): Welded {
  const rounded = new Float32Array(positions.length);
  // Adding 0 turns -0 into 0.
  for (let i = 0; i < rounded.length; i++) rounded[i] = positions[i] + 0;
  const { vertexOf, kept } = mergePlaces(rounded);
  const welded = new Uint32Array(triangles.length);
  let end = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = vertexOf[triangles[i]];
    const b = vertexOf[triangles[i + 1]];
    const c = vertexOf[triangles[i + 2]];
    if (a === b || b === c || c === a) continue;
    welded[end++] = a;
    welded[end++] = b;
    welded[end++] = c;
  }
  const places = new Float32Array(3 * kept.length);
  kept.forEach((v, i) => {
    for (let k = 0; k < 3; k++) places[3 * i + k] = rounded[3 * v + k];
  });
  return {
    positions: places,
    triangles: welded.slice(0, end),
    vertexOf,
    degenerate: (triangles.length - end) / 3,
  };
}
