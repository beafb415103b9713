import { FACE, FIRST_CORNER } from '../../geometry/closest-point.ts';
import { holdsVertex, NONE } from '../../mesh/topology.ts';
import { closestOnFace, slideToNearFace } from './near-face.ts';
import {
  BOUNDARY_SLACK,
  findInverted,
  isCovered,
  resetClearance,
  isClearOfBranched,
  isClearOfInverted,
} from './clearance.ts';
import { UNDECIDED, CULL, cull, mayEnd } from './culling.ts';
import { testAsPublished } from './paper/paper.ts';
import { AS_PUBLISHED } from './paper/settings.ts';
import { ACCEPTED, CULLED, FARTHER, INVALID_PATH, OUTER_SIDE, OWN_VERTEX } from './results.ts';
import { type Path, type PathScratch, setHome, type Target, TESTS } from './scratch.ts';
import type { PathBody } from './path-body.ts';
import { traverse, traverseMarked } from './traversal.ts';
import { OVERFLOW, type TraversalLimits, UNLIMITED, VALID } from './limits.ts';

/**
 * Begins a query of an exact method, one that accepts a boundary point only if a valid path leads to it. Resets the scratch memory and
 * tries a boundary face near the query point p. If a valid path leads to this face, its length bounds the rest of the search. Parameters
 * as for findShortestPath.
 */
export function beginQuery(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  culling: boolean,
  limits: TraversalLimits,
): void {
  const { query, target } = scratch;
  resetQuery(scratch, body);
  query.test = TESTS.exact;
  query.failedTraversals = 0;
  query.tet = tet;
  query.vertex = vertex;
  query.limits = limits;
  const holdsOwnVertex = holdsVertex(body.topology.tets, tet, vertex);
  // Culling drops a candidate because some other boundary point is nearer to p. If the element has the query's own vertex as a corner,
  // that nearer point could be this vertex, which is no candidate.
  query.culling = culling && !holdsOwnVertex;
  beginAt(scratch, vertex, holdsOwnVertex);
  findInverted(body);
  resetClearance(scratch.clearance);
  query.isCoverKnown = body.inverted.count === 0;
  query.isCovered = target.mayOvershoot = false;
  tryFace(scratch, body, slideToNearFace(scratch, body, tet, px, py, pz), px, py, pz);
}

/**
 * Sets the elements in which traversals begin: those around p's own vertex, those around the face, edge or vertex on which p lies
 * (`scratch.skin`), or just p's element.
 * @param holdsOwnVertex whether p's element has `vertex` as a corner
 */
function beginAt(scratch: PathScratch, vertex: number, holdsOwnVertex: boolean): void {
  const { home, skin } = scratch;
  const { count, vertices } = skin;
  if (count > 0 && !holdsOwnVertex) setHome(home, count, vertices[0], vertices[1], vertices[2]);
  else setHome(home, vertex === NONE ? 0 : 1, vertex, vertex, vertex);
}

/** Begins a query for the nearest boundary point, whether or not a valid path leads to it. @param vertex as for findShortestPath */
export function beginNearest(scratch: PathScratch, body: PathBody, vertex: number): void {
  const { query } = scratch;
  resetQuery(scratch, body);
  query.test = TESTS.none;
  query.vertex = vertex;
}

/**
 * Begins a query as published: without a first candidate, and without memory of rejected ones. Parameters as for findShortestPath.
 * @param paper settings of walks
 */
export function beginAsPublished(
  scratch: PathScratch,
  body: PathBody,
  tet: number,
  vertex: number,
  culling: boolean,
  paper = AS_PUBLISHED,
): void {
  const { query } = scratch;
  resetQuery(scratch, body);
  query.test = TESTS.published;
  query.tet = tet;
  query.vertex = vertex;
  query.culling = culling;
  query.paper = paper;
  findInverted(body);
}

/** Returns whether an inverted element covers p. Found out when it is first needed, since most queries don't need it. */
export function isQueryCovered(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number): boolean {
  const { query } = scratch;
  if (!query.isCoverKnown) {
    query.isCovered = isCovered(scratch.cover, body, px, py, pz, 0);
    query.isCoverKnown = true;
  }
  return query.isCovered;
}

/** Clears the answer, and the list of rejected corners and edges, of the last query. */
function resetQuery(scratch: PathScratch, { topology }: PathBody): void {
  const { path, query } = scratch;
  path.face = NONE;
  path.depthSquared = Infinity;
  const keys = 2 * Math.max(topology.vertexCount, topology.edgeCount);
  // If the number of queries has reached NONE, the largest number, it starts again.
  if (query.rejected.length < keys || query.queries === NONE) {
    query.rejected = new Uint32Array(keys);
    query.queries = 0;
  }
  query.queries++;
}

/**
 * Tests a boundary face's candidate: s, the point of the face that is closest to p. It becomes the answer if it is nearer than the
 * answer so far and, for exact methods, if a valid path leads to it. Every method passes the faces that it finds to this function.
 */
export function tryFace(
  scratch: PathScratch,
  body: PathBody,
  face: number,
  px: number,
  py: number,
  pz: number,
): number {
  const { closest, path, query } = scratch;
  if (face === path.face) return ACCEPTED;
  closestOnFace(scratch, body, face, px, py, pz);
  const { x, y, z, distanceSquared, feature } = closest;
  if (!(distanceSquared < path.depthSquared || (distanceSquared === path.depthSquared && comesBefore(path, x, y, z))))
    return FARTHER;
  if (feature >= FIRST_CORNER && body.topology.faces[3 * face + feature - FIRST_CORNER] === query.vertex)
    return OWN_VERTEX;

  const result = query.test === TESTS.none ? ACCEPTED : testCandidate(scratch, body, face, px, py, pz);
  if (result !== ACCEPTED) return result;
  path.x = x;
  path.y = y;
  path.z = z;
  path.depthSquared = distanceSquared;
  path.face = face;
  path.feature = feature;
  path.b0 = closest.b0;
  path.b1 = closest.b1;
  return ACCEPTED;
}

/** Tests whether a valid path leads from p to `scratch.closest`, by the query's test. */
const testCandidate = (
  scratch: PathScratch,
  body: PathBody,
  face: number,
  px: number,
  py: number,
  pz: number,
): number =>
  scratch.query.test === TESTS.exact
    ? testPath(scratch, body, face, px, py, pz)
    : testAsPublished(scratch, body, face, px, py, pz);

/** Tests whether a valid path leads from p to `scratch.closest`. The traversal comes last, since it costs most. */
function testPath(scratch: PathScratch, body: PathBody, face: number, px: number, py: number, pz: number): number {
  const { closest, query } = scratch;
  const { x, y, z, feature } = closest;
  const key = rejectionKey(body, face, feature);
  if (key !== NONE && query.rejected[key] === query.queries) return INVALID_PATH;
  if (!mayEnd(scratch, body, face, feature, x, y, z) && !isQueryCovered(scratch, body, px, py, pz)) return OUTER_SIDE;
  if (query.culling && isCulled(scratch, body, face, px, py, pz)) return CULLED;
  aimAt(scratch, body, face, feature);
  if (!isReached(scratch, body, px, py, pz, x, y, z)) {
    query.failedTraversals++;
    if (key !== NONE) query.rejected[key] = query.queries;
    return INVALID_PATH;
  }
  return ACCEPTED;
}

/** Tests whether culling proves that `scratch.closest`, a point of a boundary face, is not the answer. */
function isCulled(scratch: PathScratch, body: PathBody, face: number, px: number, py: number, pz: number): boolean {
  const { closest, fold, work } = scratch;
  const { x, y, z, distanceSquared, feature } = closest;
  let verdict = isClearOfInverted(scratch.clearance, body, px, py, pz, distanceSquared)
    ? cull(fold, body, face, feature, px, py, pz, x, y, z)
    : UNDECIDED;
  // This test comes last, because its first call in a pass goes through all inner edges.
  if (verdict === CULL && !isClearOfBranched(scratch.clearance, body, px, py, pz, distanceSquared)) verdict = UNDECIDED;
  if (verdict === UNDECIDED) work.undecidedByCulling++;
  return verdict === CULL;
}

/**
 * Compares equally distant boundary points: the one with the smaller coordinates comes first, since face numbers are arbitrary. Coordinates
 * are relative to p, here and in all other functions of this file with arguments x, y, z.
 */
function comesBefore(path: Path, x: number, y: number, z: number): boolean {
  if (x !== path.x) return x < path.x;
  if (y !== path.y) return y < path.y;
  return z < path.z;
}

/**
 * Returns a number for the corner or edge on which a point of a face lies, the same for all faces around it; NONE inside the face. It is
 * the index in `query.rejected`.
 */
function rejectionKey(body: PathBody, face: number, feature: number): number {
  if (feature === FACE) return NONE;
  const { faces, faceEdges } = body.topology;
  return feature >= FIRST_CORNER
    ? 2 * faces[3 * face + feature - FIRST_CORNER]
    : 2 * faceEdges[3 * face + feature - 1] + 1;
}

/** A face's closest point counts as on an edge if the barycentric weight of the opposite corner is at most this, because of rounding. */
const ON_EDGE = 1e-12;

/**
 * Sets the traversal's target: all elements at the corner or the edge on which s lies, or the face's element if s is inside the face.
 * (If s lies on an edge, but rounding put it beside the edge, the face's element alone would be too small a target.)
 */
function aimAt(scratch: PathScratch, body: PathBody, face: number, feature: number): void {
  const { closest, target } = scratch;
  const { faces, faceTets } = body.topology;
  const i = faces[3 * face],
    j = faces[3 * face + 1],
    k = faces[3 * face + 2];
  const { b0, b1 } = closest;
  target.tet = faceTets[face];
  if (feature >= FIRST_CORNER) target.a = target.b = faces[3 * face + feature - FIRST_CORNER];
  else if (feature === 1 || (feature === FACE && 1 - b0 - b1 <= ON_EDGE)) aimAtEdge(target, i, j);
  else if (feature === 2 || (feature === FACE && b0 <= ON_EDGE)) aimAtEdge(target, j, k);
  else if (feature === 3 || (feature === FACE && b1 <= ON_EDGE)) aimAtEdge(target, k, i);
  else target.a = NONE;
}

function aimAtEdge(target: Target, a: number, b: number): void {
  target.a = a;
  target.b = b;
}

/**
 * Tests whether a traversal from p reaches the target. If the traversal of the segment from p to s fails, a valid path may still exist near
 * inverted elements: one that runs past s and comes back if such an element covers s, or one that leaves p in the opposite direction and
 * turns round if such an element covers p (Chen et al. 2023, Figure 6). So these two are tried next.
 */
function isReached(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  x: number,
  y: number,
  z: number,
): boolean {
  const { target, work } = scratch;
  work.traversals++;
  target.mayOvershoot = false;
  if (traversalSucceeds(scratch, body, px, py, pz, x, y, z, false)) return true;
  target.mayOvershoot = isCovered(scratch.cover, body, px + x, py + y, pz + z, BOUNDARY_SLACK);
  if (target.mayOvershoot && traversalSucceeds(scratch, body, px, py, pz, x, y, z, false)) return true;
  return isQueryCovered(scratch, body, px, py, pz) && traversalSucceeds(scratch, body, px, py, pz, x, y, z, true);
}

/**
 * Runs a traversal, and if it overflows, runs it again without limits.
 * @param away whether the traversal leaves p in the direction away from s (Chen et al. 2023, Figure 6c)
 * @returns true if it reaches the target
 */
function traversalSucceeds(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  x: number,
  y: number,
  z: number,
  away: boolean,
): boolean {
  const { query, work } = scratch;
  const { tet, limits } = query;
  if (limits !== UNLIMITED) {
    const outcome = traverse(scratch, body, px, py, pz, tet, x, y, z, away, limits);
    if (outcome !== OVERFLOW) return outcome === VALID;
    work.overflows++;
  }
  return traverseMarked(scratch, body, px, py, pz, tet, x, y, z, away) === VALID;
}
