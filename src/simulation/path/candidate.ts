import { closest, FACE, FIRST_CORNER } from '../../geometry/closest-point.ts';
import { NONE } from '../../mesh/topology.ts';
import { closestOnFace } from './closest-on-face.ts';
import { BRANCHED, forgetClearance, INVERTED, isClear } from './clearance.ts';
import { ASIDE, CULL, cull } from './culling.ts';
import { slideToNearFace } from './first-face.ts';
import { setHome } from './home.ts';
import { findInverted, findNearInverted, nearInverted } from './inverted.ts';
import { mayEnd } from './last-element.ts';
import type { PathBody } from './path-body.ts';
import { pathWork } from './path-work.ts';
import { onSkin } from './skin.ts';
import { OVERFLOW, target, traverse, traverseMarked, UNLIMITED, VALID } from './traversal.ts';
import { TRAVERSAL_LIMITS, type TraversalLimits } from './limits.ts';

export interface PathOptions {
  readonly culling: boolean;
  readonly limits: TraversalLimits;
}
export const PATH_OPTIONS: PathOptions = { culling: true, limits: TRAVERSAL_LIMITS };

/** The answer to the last query. Overwritten by the next, so that queries don't allocate. */
export const path = {
  /** The boundary point minus p [m]. */
  x: 0.5,
  y: 0.5,
  z: 0.5,
  depthSquared: 0.5,
  /** Boundary face that holds it, or NONE where no valid path exists. */
  face: NONE,
  feature: FACE,
  b0: 0.5,
  b1: 0.5,
};

/** The query under way. */
const query = {
  tet: 0,
  vertex: NONE,
  culling: false,
  limits: UNLIMITED,
  /** Whether a valid path has to lead to a candidate; the method `euclidean` asks for none. */
  exact: true,
  /** Whether it is known what inverted elements there are around p. */
  looked: false,
  /** Whether one covers p: then lifted lines may leave p away from s and come back. */
  covered: false,
};

/** For each corner and edge (rejectionKey) the last query that can't reach it: it is the closest point of several faces. */
let rejected = new Uint32Array(0);
let queries = 0;

/**
 * Begins a query of any exact method: tries the face near p first, whose path bounds the search from then on. Parameters as of
 * findShortestPath.
 */
export function beginQuery(
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  culling: boolean,
  limits: TraversalLimits,
): void {
  forgetQuery(body);
  query.exact = true;
  query.tet = tet;
  query.vertex = vertex;
  query.limits = limits;
  const isOwn = holdsVertex(body.topology.tets, tet, vertex);
  // What makes a culled candidate too far may be p's own vertex, which is no candidate.
  query.culling = culling && !isOwn;
  beginAt(vertex, isOwn);
  findInverted(body);
  forgetClearance();
  query.looked = body.inverted.count === 0;
  query.covered = target.further = false;
  tryFace(body, slideToNearFace(body, tet, px, py, pz), px, py, pz);
}

/** Says where walks begin: around p's own vertex, around what p lies on, or in p's element. @param isOwn whether that holds the vertex */
function beginAt(vertex: number, isOwn: boolean): void {
  const { count, vertices } = onSkin;
  if (count > 0 && !isOwn) setHome(count, vertices[0], vertices[1], vertices[2]);
  else setHome(vertex === NONE ? 0 : 1, vertex, vertex, vertex);
}

/** Begins a query for the nearest boundary point, without a path. @param vertex as of findShortestPath */
export function beginNearest(body: PathBody, vertex: number): void {
  forgetQuery(body);
  query.exact = false;
  query.vertex = vertex;
}

/** Finds out what inverted elements can do to paths shorter than the best so far; asked late, since most queries needn't know. */
function lookAround(body: PathBody, px: number, py: number, pz: number): void {
  query.looked = true;
  findNearInverted(body, px, py, pz, Math.sqrt(path.depthSquared));
  query.covered = nearInverted.coversPoint;
  target.further = nearInverted.any;
}

export const holdsVertex = (tets: Uint32Array, tet: number, vertex: number): boolean =>
  tets[4 * tet] === vertex ||
  tets[4 * tet + 1] === vertex ||
  tets[4 * tet + 2] === vertex ||
  tets[4 * tet + 3] === vertex;

function forgetQuery({ topology }: PathBody): void {
  path.face = NONE;
  path.depthSquared = Infinity;
  const keys = 2 * Math.max(topology.vertexCount, topology.edgeCount);
  if (rejected.length < keys || queries === NONE) {
    rejected = new Uint32Array(keys);
    queries = 0;
  }
  queries++;
}

/**
 * Makes the closest point on a boundary face the answer, if it is nearer than the answer so far and a valid path leads to
 * it: what every exact method does with a face that it finds.
 */
export function tryFace(body: PathBody, face: number, px: number, py: number, pz: number): void {
  if (face === path.face) return;
  closestOnFace(body, face, px, py, pz);
  const { x, y, z, distanceSquared, feature } = closest;
  if (!(distanceSquared < path.depthSquared || (distanceSquared === path.depthSquared && comesBefore(x, y, z)))) return;
  if (feature >= FIRST_CORNER && body.topology.faces[3 * face + feature - FIRST_CORNER] === query.vertex) return;

  if (query.exact && !isValid(body, face, px, py, pz)) return;
  path.x = x;
  path.y = y;
  path.z = z;
  path.depthSquared = distanceSquared;
  path.face = face;
  path.feature = feature;
  path.b0 = closest.b0;
  path.b1 = closest.b1;
}

/** Whether a valid path leads from p to `closest`, a point of a boundary face; false too where a nearer one surely has one. */
function isValid(body: PathBody, face: number, px: number, py: number, pz: number): boolean {
  const { x, y, z, feature } = closest;
  const key = rejectionKey(body, face, feature);
  if (key !== NONE && rejected[key] === queries) return false;
  if (!mayEnd(body, face, feature, x, y, z)) {
    if (!query.looked) lookAround(body, px, py, pz);
    if (!query.covered) return false;
  }
  if (query.culling && isCulled(body, face, px, py, pz)) return false;
  aimAt(body, face, feature);
  if (!isReached(body, px, py, pz, x, y, z)) {
    if (key !== NONE) rejected[key] = queries;
    return false;
  }
  return true;
}

/** Whether `closest`, a point of a boundary face, is proved not to be the answer. */
function isCulled(body: PathBody, face: number, px: number, py: number, pz: number): boolean {
  const { x, y, z, distanceSquared, feature } = closest;
  let verdict = isClear(INVERTED, body, px, py, pz, distanceSquared)
    ? cull(body, face, feature, px, py, pz, x, y, z)
    : ASIDE;
  // Asked late: looking for branched edges takes a look at each inner edge, once a pass.
  if (verdict === CULL && !isClear(BRANCHED, body, px, py, pz, distanceSquared)) verdict = ASIDE;
  if (verdict === ASIDE) pathWork.cullingAside++;
  return verdict === CULL;
}

/** Of two boundary points equally far away, the one with the smaller coordinates; not by face, whose numbers mean nothing. */
function comesBefore(x: number, y: number, z: number): boolean {
  if (x !== path.x) return x < path.x;
  if (y !== path.y) return y < path.y;
  return z < path.z;
}

/** The same number from each face around a corner or an edge; NONE inside a face. */
function rejectionKey(body: PathBody, face: number, feature: number): number {
  if (feature === FACE) return NONE;
  const { faces, faceEdges } = body.topology;
  return feature >= FIRST_CORNER
    ? 2 * faces[3 * face + feature - FIRST_CORNER]
    : 2 * faceEdges[3 * face + feature - 1] + 1;
}

/** Weight of a corner up to which a closest point inside a face counts as on the opposite edge: rounding. */
const ON_EDGE = 1e-12;

/**
 * Makes the corner or the edge that s lies on, else the face's element, the traversal's target. A point of an edge that
 * rounding put beside it would be looked for in one element only, though others hold the edge.
 */
function aimAt(body: PathBody, face: number, feature: number): void {
  const { faces, faceTets } = body.topology;
  const i = faces[3 * face],
    j = faces[3 * face + 1],
    k = faces[3 * face + 2];
  const { b0, b1 } = closest;
  target.tet = faceTets[face];
  if (feature >= FIRST_CORNER) target.a = target.b = faces[3 * face + feature - FIRST_CORNER];
  else if (feature === 1 || (feature === FACE && 1 - b0 - b1 <= ON_EDGE)) aimAtEdge(i, j);
  else if (feature === 2 || (feature === FACE && b0 <= ON_EDGE)) aimAtEdge(j, k);
  else if (feature === 3 || (feature === FACE && b1 <= ON_EDGE)) aimAtEdge(k, i);
  else target.a = NONE;
}

function aimAtEdge(a: number, b: number): void {
  target.a = a;
  target.b = b;
}

function isReached(body: PathBody, px: number, py: number, pz: number, x: number, y: number, z: number): boolean {
  pathWork.traversals++;
  if (leads(body, px, py, pz, x, y, z, false)) return true;
  if (!query.looked) {
    lookAround(body, px, py, pz);
    if (target.further && leads(body, px, py, pz, x, y, z, false)) return true;
  }
  return query.covered && leads(body, px, py, pz, x, y, z, true);
}

/** @param away whether the lifted line is followed from p away from s (figure 6c) */
function leads(
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  x: number,
  y: number,
  z: number,
  away: boolean,
): boolean {
  const { tet, limits } = query;
  if (limits !== UNLIMITED) {
    const outcome = traverse(body, px, py, pz, tet, x, y, z, away, limits);
    if (outcome !== OVERFLOW) return outcome === VALID;
    pathWork.overflows++;
  }
  return traverseMarked(body, px, py, pz, tet, x, y, z, away) === VALID;
}
