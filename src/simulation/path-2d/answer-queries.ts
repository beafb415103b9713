import { NONE } from '../../mesh/topology.ts';
import type { PathOptions2d, PathScratch2d } from './scratch.ts';
import { findShortestPath2d } from './find-shortest-path.ts';
import type { PathBody2d } from './path-body.ts';

/** Independent shortest-path queries in the plane. */
export interface PathQueries2d {
  readonly count: number;
  /** Query points [m], 2 per query. */
  readonly points: Float64Array;
  /** The body whose boundary is searched, and a triangle of it that holds the point. */
  readonly bodies: Uint32Array;
  readonly triangles: Uint32Array;
  /** The query's own vertex if it belongs to that body, else NONE. */
  readonly vertices: Uint32Array;
}

/** Answers to PathQueries2d. */
export interface Paths2d {
  /** Boundary segment per query, local to the body; NONE if no valid path exists. */
  readonly segments: Uint32Array;
  /** Closest boundary point [m], 2 per query; the query point itself if there is no path. */
  readonly points: Float64Array;
  /** Length of the path [m]; 0 if there is none. */
  readonly distances: Float64Array;
}

export const createPaths2d = (count: number): Paths2d => ({
  segments: new Uint32Array(count),
  points: new Float64Array(2 * count),
  distances: new Float64Array(count),
});

/** Answers all queries into `paths`. */
export function answerQueries2d(
  scratch: PathScratch2d,
  bodies: readonly PathBody2d[],
  queries: PathQueries2d,
  options: PathOptions2d,
  paths: Paths2d,
): void {
  for (let i = 0; i < queries.count; i++) answerQuery2d(scratch, bodies, queries, i, options, paths);
}

/** Answers one query into `paths`. */
export function answerQuery2d(
  scratch: PathScratch2d,
  bodies: readonly PathBody2d[],
  { points, bodies: asked, triangles, vertices }: PathQueries2d,
  i: number,
  options: PathOptions2d,
  paths: Paths2d,
): void {
  const { path } = scratch;
  const x = points[2 * i],
    y = points[2 * i + 1];
  findShortestPath2d(scratch, bodies[asked[i]], x, y, triangles[i], vertices[i], options);
  const found = path.segment !== NONE;
  paths.segments[i] = path.segment;
  paths.points[2 * i] = found ? x + path.x : x;
  paths.points[2 * i + 1] = found ? y + path.y : y;
  paths.distances[i] = found ? Math.sqrt(path.depthSquared) : 0;
}
