import { NONE } from '../../mesh/topology.ts';
import { OVERFLOW, VALID } from '../path/outcomes.ts';
import type { TraversalLimits } from '../path/limits.ts';
import { squaredDistanceToVertices } from './branched.ts';
import { BETWEEN, closest2d, closestOnSegment, FIRST_END } from './closest-on-segment.ts';
import { ASIDE, CULL, cull2d } from './culling.ts';
import { setHome2d } from './home.ts';
import { distanceToInverted } from './inverted.ts';
import type { PathBody2d } from './path-body.ts';
import { pathWork2d } from './path-work.ts';
import { onSkin2d } from './skin.ts';
import { target2d, TRAVERSAL_LIMITS_2D, traverse2d, traverseMarked2d } from './traversal.ts';

export interface PathOptions2d {
  readonly culling: boolean;
  readonly limits: TraversalLimits;
}
export const PATH_OPTIONS_2D: PathOptions2d = { culling: true, limits: TRAVERSAL_LIMITS_2D };

/** The answer to the last query. Overwritten by the next, so that queries don't allocate. */
export const path2d = {
  /** The boundary point minus p [m]. */
  x: 0.5,
  y: 0.5,
  depthSquared: 0.5,
  /** Boundary segment that holds it, or NONE where no valid path exists. */
  segment: NONE,
  feature: BETWEEN,
  /** Share of the way from the segment's first vertex to its second. */
  t: 0.5,
};

/** Why a candidate is not the answer, and what became of it. */
export type Verdict = 'farther' | 'own vertex' | 'culled' | 'invalid' | 'valid';

/** Boundary vertices remembered as unreachable in a query: a vertex is the closest point of two segments. */
export const REJECTED_2D = 8;
const rejected = new Uint32Array(REJECTED_2D);
let rejectedCount = 0;

/** A point of a body that asks for its shortest path. */
const query = { triangle: 0, vertex: NONE, clearSquared: Infinity, provedSquared: Infinity, culling: true };

/**
 * Forgets the last query.
 * @param triangle one that holds p    @param vertex p's own vertex where it belongs to this body, else NONE
 */
export function beginQuery2d(
  body: PathBody2d,
  px: number,
  py: number,
  triangle: number,
  vertex: number,
  culling: boolean,
): void {
  path2d.segment = NONE;
  path2d.depthSquared = Infinity;
  rejectedCount = 0;
  rejected.fill(NONE);
  query.triangle = triangle;
  query.vertex = vertex;
  // Within a triangle of its own vertex, what proves others too far is the vertex itself, which doesn't count.
  const isOwn = holdsVertex(body.topology.triangles, triangle, vertex);
  query.culling = culling && !isOwn;
  // Walks begin around p's own vertex, around what p lies on, or in p's triangle.
  if (onSkin2d.count > 0 && !isOwn) setHome2d(onSkin2d.count, onSkin2d.a, onSkin2d.b);
  else setHome2d(vertex === NONE ? 0 : 1, vertex, vertex);
  // A line is followed to twice the distance from p: a path shorter than half of this meets no inverted triangle.
  const clear = 0.5 * distanceToInverted(body.inverted, px, py);
  query.clearSquared = clear * clear;
  // Culling is proved for paths that reach neither these nor branched vertices.
  query.provedSquared = Math.min(query.clearSquared, squaredDistanceToVertices(body.branched, body.positions, px, py));
}

/**
 * Makes the closest point on a boundary segment the answer, if it is nearer than the answer so far and a valid path leads
 * to it.
 * @returns what became of it
 */
export function trySegment(
  body: PathBody2d,
  segment: number,
  px: number,
  py: number,
  { culling, limits }: PathOptions2d,
): Verdict {
  closestOnSegment(body, segment, px, py);
  const { x, y, distanceSquared, feature } = closest2d;
  if (!(distanceSquared < path2d.depthSquared || (distanceSquared === path2d.depthSquared && comesBefore(x, y))))
    return 'farther';
  const corner = feature === BETWEEN ? NONE : body.topology.segments[2 * segment + feature - FIRST_END];
  if (corner !== NONE && corner === query.vertex) return 'own vertex';
  if (corner !== NONE && rejected.includes(corner)) return 'invalid';

  const isClear = distanceSquared < query.clearSquared;
  if (culling) {
    const isProved = query.culling && distanceSquared < query.provedSquared;
    const verdict = isProved ? cull2d(body, segment, feature, x, y) : ASIDE;
    if (verdict === CULL) return 'culled';
    if (verdict === ASIDE) pathWork2d.cullingAside++;
  }
  target2d.triangle = body.topology.segmentTriangles[segment];
  target2d.vertex = corner;
  if (!reaches(body, px, py, isClear, limits)) {
    if (corner !== NONE) rejected[rejectedCount++ % REJECTED_2D] = corner;
    return 'invalid';
  }
  acceptClosest(segment);
  return 'valid';
}

/** Makes `closest2d`, on this segment, the answer. */
export function acceptClosest(segment: number): void {
  path2d.x = closest2d.x;
  path2d.y = closest2d.y;
  path2d.depthSquared = closest2d.distanceSquared;
  path2d.segment = segment;
  path2d.feature = closest2d.feature;
  path2d.t = closest2d.t;
}

/** Of two boundary points equally far away, the one with the smaller coordinates; not by segment, whose numbers mean nothing. */
export const comesBefore = (x: number, y: number): boolean => (x !== path2d.x ? x < path2d.x : y < path2d.y);

function reaches(body: PathBody2d, px: number, py: number, isClear: boolean, limits: TraversalLimits): boolean {
  const { x, y } = closest2d;
  pathWork2d.traversals++;
  if (!isClear) return traverseMarked2d(body, px, py, query.triangle, x, y, true) === VALID;
  const outcome = traverse2d(body, px, py, query.triangle, x, y, limits);
  if (outcome !== OVERFLOW) return outcome === VALID;
  pathWork2d.overflows++;
  return traverseMarked2d(body, px, py, query.triangle, x, y, false) === VALID;
}

function holdsVertex(triangles: Uint32Array, triangle: number, vertex: number): boolean {
  const t = 3 * triangle;
  return triangles[t] === vertex || triangles[t + 1] === vertex || triangles[t + 2] === vertex;
}
