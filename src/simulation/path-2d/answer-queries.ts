import { NONE } from '../../mesh/topology.ts';
import type { PathOptions2d, PathScratch2d } from './scratch.ts';
import { findShortestPath2d } from './find-shortest-path.ts';
import type { PathBody2d } from './path-body.ts';

/** Independent shortest-path queries in the plane, as read from a file of queries (src/queries) or written by tests. */
export interface PathQueries2d {
  readonly count: number;
  /** Query points [m], 2 per query. */
  readonly points: Float64Array;
  /** Per query: index of the body whose boundary is searched. */
  readonly bodies: Uint32Array;
  /** Per query: a triangle of that body which contains the point. */
  readonly triangles: Uint32Array;
  /** Per query: the point's vertex if the point is a vertex of that body, else NONE. */
  readonly vertices: Uint32Array;
}

/** Answers to `PathQueries2d`. */
export interface Paths2d {
  /** Per query: the boundary segment that the path ends on (id within the body), or NONE if no valid path exists. */
  readonly segments: Uint32Array;
  /** End of the path on the boundary [m], 2 per query; the query point itself if no valid path exists. */
  readonly points: Float64Array;
  /** Length of the path [m]; 0 if no valid path exists. */
  readonly distances: Float64Array;
}

export const createPaths2d = (count: number): Paths2d => ({
  segments: new Uint32Array(count),
  points: new Float64Array(2 * count),
  distances: new Float64Array(count),
});

/** Answers all queries and writes the answers to `paths`. */
export function answerQueries2d(
  scratch: PathScratch2d,
  bodies: readonly PathBody2d[],
  queries: PathQueries2d,
  options: PathOptions2d,
  paths: Paths2d,
): void {
  for (let i = 0; i < queries.count; i++) answerQuery2d(scratch, bodies, queries, i, options, paths);
}

/** Answers query `i` and writes the answer to `paths`. */
export function answerQuery2d(
  scratch: PathScratch2d,
  bodies: readonly PathBody2d[],
  { points, bodies: queriedBodies, triangles, vertices }: PathQueries2d,
  i: number,
  options: PathOptions2d,
  paths: Paths2d,
): void {
  const { path } = scratch;
  const x = points[2 * i],
    y = points[2 * i + 1];
  findShortestPath2d(scratch, bodies[queriedBodies[i]], x, y, triangles[i], vertices[i], options);
  const hasPath = path.segment !== NONE;
  paths.segments[i] = path.segment;
  paths.points[2 * i] = hasPath ? x + path.x : x;
  paths.points[2 * i + 1] = hasPath ? y + path.y : y;
  paths.distances[i] = hasPath ? Math.sqrt(path.depthSquared) : 0;
}
