import { NONE } from '../../mesh/topology.ts';
import { OVERFLOW, type TraversalLimits, VALID } from '../path/limits.ts';
import { distanceToInverted, squaredDistanceToVertices } from './preparations.ts';
import { closestOnSegment } from './segments.ts';
import {
  BETWEEN,
  FIRST_END,
  type Path2d,
  type PathOptions2d,
  type PathScratch2d,
  REJECTED_2D,
  setHome2d,
} from './scratch.ts';
import { UNDECIDED, CULL, cull2d } from './culling.ts';
import type { PathBody2d } from './path-body.ts';
import { traverse2d, traverseMarked2d } from './traversal.ts';

/** Result of trying a candidate: the answer so far ('valid'), or why it is not. */
export type Verdict = 'farther' | 'own vertex' | 'culled' | 'invalid' | 'valid';

/**
 * Begins a query: resets the scratch and sets where walks begin.
 * @param triangle one that holds p    @param vertex p's own vertex if it belongs to this body, else NONE
 */
export function beginQuery2d(
  scratch: PathScratch2d,
  body: PathBody2d,
  px: number,
  py: number,
  triangle: number,
  vertex: number,
  culling: boolean,
): void {
  const { home, path, query, skin } = scratch;
  const { rejected } = query;
  path.segment = NONE;
  path.depthSquared = Infinity;
  query.rejectedCount = 0;
  rejected.fill(NONE);
  query.triangle = triangle;
  query.vertex = vertex;
  // In a triangle that holds the query's own vertex, culling would cite that vertex as the nearer point, though it is no candidate.
  const isOwn = holdsVertex(body.topology.triangles, triangle, vertex);
  query.culling = culling && !isOwn;
  // Walks begin around p's own vertex, around the feature that p lies on, or in p's triangle.
  if (skin.count > 0 && !isOwn) setHome2d(home, skin.count, skin.a, skin.b);
  else setHome2d(home, vertex === NONE ? 0 : 1, vertex, vertex);
  // A line is followed to twice |s - p|, so a path shorter than half the distance to inverted triangles meets none of them.
  const clear = 0.5 * distanceToInverted(body.inverted, px, py);
  query.clearSquared = clear * clear;
  // Culling is proved for paths that reach neither inverted triangles nor branched vertices.
  query.provedSquared = Math.min(query.clearSquared, squaredDistanceToVertices(body.branched, body.positions, px, py));
}

/**
 * Makes a boundary segment's closest point the answer if it is nearer than the answer so far and a valid path leads to it.
 * @returns the verdict on the candidate
 */
export function trySegment(
  scratch: PathScratch2d,
  body: PathBody2d,
  segment: number,
  px: number,
  py: number,
  { culling, limits }: PathOptions2d,
): Verdict {
  const { closest, path, query, target, work } = scratch;
  const { rejected } = query;
  closestOnSegment(scratch, body, segment, px, py);
  const { x, y, distanceSquared, feature } = closest;
  if (!(distanceSquared < path.depthSquared || (distanceSquared === path.depthSquared && comesBefore(path, x, y))))
    return 'farther';
  const corner = feature === BETWEEN ? NONE : body.topology.segments[2 * segment + feature - FIRST_END];
  if (corner !== NONE && corner === query.vertex) return 'own vertex';
  if (corner !== NONE && rejected.includes(corner)) return 'invalid';

  const isClear = distanceSquared < query.clearSquared;
  if (culling) {
    const isProved = query.culling && distanceSquared < query.provedSquared;
    const verdict = isProved ? cull2d(body, segment, feature, x, y) : UNDECIDED;
    if (verdict === CULL) return 'culled';
    if (verdict === UNDECIDED) work.cullingAside++;
  }
  target.triangle = body.topology.segmentTriangles[segment];
  target.vertex = corner;
  if (!reaches(scratch, body, px, py, isClear, limits)) {
    if (corner !== NONE) rejected[query.rejectedCount++ % REJECTED_2D] = corner;
    return 'invalid';
  }
  acceptClosest(scratch, segment);
  return 'valid';
}

/** Makes `scratch.closest`, a point of a segment, the answer. */
export function acceptClosest(scratch: PathScratch2d, segment: number): void {
  const { closest, path } = scratch;
  path.x = closest.x;
  path.y = closest.y;
  path.depthSquared = closest.distanceSquared;
  path.segment = segment;
  path.feature = closest.feature;
  path.t = closest.t;
}

/** Tie-break between equally distant boundary points: smaller coordinates win, since segment numbers are arbitrary. */
export const comesBefore = (path: Path2d, x: number, y: number): boolean => (x !== path.x ? x < path.x : y < path.y);

/** Whether a traversal from p reaches the target. @param isClear whether the path is too short to meet an inverted triangle */
function reaches(
  scratch: PathScratch2d,
  body: PathBody2d,
  px: number,
  py: number,
  isClear: boolean,
  limits: TraversalLimits,
): boolean {
  const { closest, query, work } = scratch;
  const { x, y } = closest;
  work.traversals++;
  if (!isClear) return traverseMarked2d(scratch, body, px, py, query.triangle, x, y, true) === VALID;
  const outcome = traverse2d(scratch, body, px, py, query.triangle, x, y, limits);
  if (outcome !== OVERFLOW) return outcome === VALID;
  work.overflows++;
  return traverseMarked2d(scratch, body, px, py, query.triangle, x, y, false) === VALID;
}

function holdsVertex(triangles: Uint32Array, triangle: number, vertex: number): boolean {
  const t = 3 * triangle;
  return triangles[t] === vertex || triangles[t + 1] === vertex || triangles[t + 2] === vertex;
}
