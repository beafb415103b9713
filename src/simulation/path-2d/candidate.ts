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
import { CULL, cull2d, UNDECIDED } from './culling.ts';
import type { PathBody2d } from './path-body.ts';
import { traverse2d, traverseMarked2d } from './traversal.ts';

/**
 * Result of trying a candidate, the point s of a boundary segment closest to the query point p: 'valid' if it is now the best answer so
 * far, otherwise the reason why it is not (as in path/candidate.ts). It is 'outer side' if s lies between the ends of its segment and p
 * on the segment's outer side, where no path can end.
 */
export type TrialResult = 'farther' | 'own vertex' | 'outer side' | 'culled' | 'invalid' | 'valid';

/**
 * Begins a query, before `trySegment` is called for its boundary segments: resets the scratch and sets the home feature, around which
 * traversals begin (Home2d).
 * @param px, py p, the query point [m]
 * @param triangle a triangle that contains p
 * @param vertex p's vertex if p is a vertex of this body, else NONE
 * @param culling whether the search's options ask for culling
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
  // Culling discards a candidate because a nearer boundary point exists. If p is a vertex of its triangle, that nearer point could be
  // p itself, which is not a candidate. So culling is turned off.
  const isCornerOfTriangle = holdsVertex(body.topology.triangles, triangle, vertex);
  query.culling = culling && !isCornerOfTriangle;
  // The home feature is the query's own vertex, or the side or vertex that p lies on. If p lies inside its triangle, there is none.
  if (skin.count > 0 && !isCornerOfTriangle) setHome2d(home, skin.count, skin.a, skin.b);
  else setHome2d(home, vertex === NONE ? 0 : 1, vertex, vertex);
  // The line from p to a candidate s is followed up to the distance 2 |s - p| from p. So a path shorter than half the distance to the
  // inverted triangles meets none of them.
  const clearLength = 0.5 * distanceToInverted(body.inverted, px, py);
  query.clearSquared = clearLength * clearLength;
  // Culling is proved to be right only for paths that reach neither inverted triangles nor branched vertices.
  query.provedSquared = Math.min(query.clearSquared, squaredDistanceToVertices(body.branched, body.positions, px, py));
}

/**
 * Tries the candidate of a boundary segment: s, the segment's point closest to p. Makes s the answer if s is nearer than the answer so
 * far and a valid path leads from p to s.
 * @param px, py p, the query point [m]
 */
export function trySegment(
  scratch: PathScratch2d,
  body: PathBody2d,
  segment: number,
  px: number,
  py: number,
  { culling, limits }: PathOptions2d,
): TrialResult {
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
    const canCull = query.culling && distanceSquared < query.provedSquared;
    const verdict = canCull ? cull2d(body, segment, feature, x, y) : UNDECIDED;
    if (verdict === CULL) return feature === BETWEEN ? 'outer side' : 'culled';
    if (verdict === UNDECIDED) work.undecidedByCulling++;
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

/** Makes the point in `scratch.closest` the answer. @param segment the boundary segment that this point lies on */
export function acceptClosest(scratch: PathScratch2d, segment: number): void {
  const { closest, path } = scratch;
  path.x = closest.x;
  path.y = closest.y;
  path.depthSquared = closest.distanceSquared;
  path.segment = segment;
  path.feature = closest.feature;
  path.t = closest.t;
}

/**
 * Whether the boundary point with the offset (x, y) from p wins against the answer so far, if both are equally distant. The smaller x
 * wins, then the smaller y. Coordinates decide, since the numbering of segments is arbitrary.
 */
export const comesBefore = (path: Path2d, x: number, y: number): boolean => (x !== path.x ? x < path.x : y < path.y);

/**
 * Whether a valid path leads from p to the point in `scratch.closest`. A traversal through the mesh decides this.
 * @param isClear whether the path is too short to meet an inverted triangle
 */
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
