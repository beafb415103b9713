import { FACE, FIRST_CORNER } from '../../geometry/closest-point.ts';
import { holdsVertex, NONE } from '../../mesh/topology.ts';
import { closestOnFace, slideToNearFace } from './near-face.ts';
import { findInverted, findNearInverted, forgetClearance, isClearOfBranched, isClearOfInverted } from './clearance.ts';
import { ASIDE, CULL, cull, mayEnd } from './culling.ts';
import { type Path, type PathScratch, setHome, type Target } from './scratch.ts';
import type { PathBody } from './path-body.ts';
import { traverse, traverseMarked } from './traversal.ts';
import { OVERFLOW, type TraversalLimits, UNLIMITED, VALID } from './limits.ts';

/**
 * Begins a query of an exact method: resets the scratch and tries a boundary face near p, whose path bounds the rest of the search.
 * Parameters as for findShortestPath.
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
  forgetQuery(scratch, body);
  query.exact = true;
  query.tet = tet;
  query.vertex = vertex;
  query.limits = limits;
  const isOwn = holdsVertex(body.topology.tets, tet, vertex);
  // In an element that holds the query's own vertex, culling would cite that vertex as the nearer point, though it is no candidate.
  query.culling = culling && !isOwn;
  beginAt(scratch, vertex, isOwn);
  findInverted(body);
  forgetClearance(scratch.clearance);
  query.looked = body.inverted.count === 0;
  query.covered = target.further = false;
  tryFace(scratch, body, slideToNearFace(scratch, body, tet, px, py, pz), px, py, pz);
}

/**
 * Sets where walks begin: around p's own vertex, around the feature that p lies on, or in p's element.
 * @param isOwn whether p's element holds the vertex
 */
function beginAt(scratch: PathScratch, vertex: number, isOwn: boolean): void {
  const { home, skin } = scratch;
  const { count, vertices } = skin;
  if (count > 0 && !isOwn) setHome(home, count, vertices[0], vertices[1], vertices[2]);
  else setHome(home, vertex === NONE ? 0 : 1, vertex, vertex, vertex);
}

/** Begins a query for the nearest boundary point, without a valid path. @param vertex as for findShortestPath */
export function beginNearest(scratch: PathScratch, body: PathBody, vertex: number): void {
  const { query } = scratch;
  forgetQuery(scratch, body);
  query.exact = false;
  query.vertex = vertex;
}

/** Looks up the inverted elements that can affect paths shorter than the best so far. Called late, since most queries don't need it. */
function lookAround(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number): void {
  const { near, path, query, target } = scratch;
  query.looked = true;
  findNearInverted(near, body, px, py, pz, Math.sqrt(path.depthSquared));
  query.covered = near.coversPoint;
  target.further = near.any;
}

/** Clears the answer and the rejected corners and edges of the last query. */
function forgetQuery(scratch: PathScratch, { topology }: PathBody): void {
  const { path, query } = scratch;
  path.face = NONE;
  path.depthSquared = Infinity;
  const keys = 2 * Math.max(topology.vertexCount, topology.edgeCount);
  if (query.rejected.length < keys || query.queries === NONE) {
    query.rejected = new Uint32Array(keys);
    query.queries = 0;
  }
  query.queries++;
}

/**
 * Makes a boundary face's closest point s the answer if it is nearer than the answer so far and, for exact methods, a valid path
 * leads to it. Every method passes the faces that it finds to this function.
 */
export function tryFace(scratch: PathScratch, body: PathBody, face: number, px: number, py: number, pz: number): void {
  const { closest, path, query } = scratch;
  if (face === path.face) return;
  closestOnFace(scratch, body, face, px, py, pz);
  const { x, y, z, distanceSquared, feature } = closest;
  if (!(distanceSquared < path.depthSquared || (distanceSquared === path.depthSquared && comesBefore(path, x, y, z))))
    return;
  if (feature >= FIRST_CORNER && body.topology.faces[3 * face + feature - FIRST_CORNER] === query.vertex) return;

  if (query.exact && !isValid(scratch, body, face, px, py, pz)) return;
  path.x = x;
  path.y = y;
  path.z = z;
  path.depthSquared = distanceSquared;
  path.face = face;
  path.feature = feature;
  path.b0 = closest.b0;
  path.b1 = closest.b1;
}

/** Whether a valid path leads from p to `scratch.closest`. Also false if culling proves that another boundary point is nearer. */
function isValid(scratch: PathScratch, body: PathBody, face: number, px: number, py: number, pz: number): boolean {
  const { closest, query } = scratch;
  const { x, y, z, feature } = closest;
  const key = rejectionKey(body, face, feature);
  if (key !== NONE && query.rejected[key] === query.queries) return false;
  if (!mayEnd(scratch, body, face, feature, x, y, z)) {
    if (!query.looked) lookAround(scratch, body, px, py, pz);
    if (!query.covered) return false;
  }
  if (query.culling && isCulled(scratch, body, face, px, py, pz)) return false;
  aimAt(scratch, body, face, feature);
  if (!isReached(scratch, body, px, py, pz, x, y, z)) {
    if (key !== NONE) query.rejected[key] = query.queries;
    return false;
  }
  return true;
}

/** Whether culling proves that `scratch.closest`, a point of a boundary face, is not the answer. */
function isCulled(scratch: PathScratch, body: PathBody, face: number, px: number, py: number, pz: number): boolean {
  const { closest, fold, work } = scratch;
  const { x, y, z, distanceSquared, feature } = closest;
  let verdict = isClearOfInverted(scratch.clearance, body, px, py, pz, distanceSquared)
    ? cull(fold, body, face, feature, px, py, pz, x, y, z)
    : ASIDE;
  // Asked last: the first question of a pass looks at every inner edge.
  if (verdict === CULL && !isClearOfBranched(scratch.clearance, body, px, py, pz, distanceSquared)) verdict = ASIDE;
  if (verdict === ASIDE) work.cullingAside++;
  return verdict === CULL;
}

/** Tie-break between equally distant boundary points: smaller coordinates win, since face numbers are arbitrary. */
function comesBefore(path: Path, x: number, y: number, z: number): boolean {
  if (x !== path.x) return x < path.x;
  if (y !== path.y) return y < path.y;
  return z < path.z;
}

/** Key of a corner or an edge, the same for each face around it; NONE inside a face. */
function rejectionKey(body: PathBody, face: number, feature: number): number {
  if (feature === FACE) return NONE;
  const { faces, faceEdges } = body.topology;
  return feature >= FIRST_CORNER
    ? 2 * faces[3 * face + feature - FIRST_CORNER]
    : 2 * faceEdges[3 * face + feature - 1] + 1;
}

/** Weight of the opposite corner up to which a face's closest point counts as on an edge: rounding may have put it beside the edge. */
const ON_EDGE = 1e-12;

/**
 * Sets the traversal's target: the corner or the edge that s lies on, else the face's element. If rounding put a point of an edge
 * beside the edge and the face's element were the target, other elements that hold the edge would not count.
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

/** Whether a traversal from p reaches the target. Looks up inverted elements only if the plain segment fails. */
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
  const { query, target, work } = scratch;
  work.traversals++;
  if (leads(scratch, body, px, py, pz, x, y, z, false)) return true;
  if (!query.looked) {
    lookAround(scratch, body, px, py, pz);
    if (target.further && leads(scratch, body, px, py, pz, x, y, z, false)) return true;
  }
  return query.covered && leads(scratch, body, px, py, pz, x, y, z, true);
}

/**
 * Runs a traversal, again without limits if it overflows.
 * @param away whether the lifted line is followed from p away from s (figure 6c)
 */
function leads(
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
