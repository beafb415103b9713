import { closest, FACE, FIRST_CORNER } from '../../geometry/closest-point.ts';
import { NONE } from '../../mesh/topology.ts';
import { closestOnFace } from './closest-on-face.ts';
import { ASIDE, CULL, cull } from './culling.ts';
import type { PathBody } from './path-body.ts';
import { pathWork } from './path-work.ts';
import {
  OVERFLOW,
  target,
  TRAVERSAL_LIMITS,
  traverse,
  traverseDynamic,
  type TraversalLimits,
  VALID,
} from './traversal.ts';

export interface PathOptions {
  readonly culling: boolean;
  readonly limits: TraversalLimits;
}
export const PATH_OPTIONS: PathOptions = { culling: true, limits: TRAVERSAL_LIMITS };

/** Corners and edges remembered as unreachable in a query: a corner is the closest point of some six faces. */
export const REJECTED = 8;

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

const rejected = new Uint32Array(REJECTED);
let rejectedCount = 0;

/**
 * Squared length from which on a candidate isn't culled: its path could pass an element turned inside out, and
 * culling is proved for others only (culling.ts).
 */
export const proved = { squared: Infinity };

/** Forgets the last query. */
export function beginQuery(): void {
  path.face = NONE;
  path.depthSquared = Infinity;
  rejectedCount = 0;
  rejected.fill(NONE);
}

/**
 * Makes the closest point on a boundary face the answer, if it is nearer than the answer so far and a valid path leads to
 * it: what every exact method does with a face that it finds.
 */
export function tryFace(
  body: PathBody,
  face: number,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  culling: boolean,
  limits: TraversalLimits,
): void {
  const { faces } = body.topology;
  closestOnFace(body, face, px, py, pz);
  const { x, y, z, distanceSquared, feature } = closest;
  if (!(distanceSquared < path.depthSquared || (distanceSquared === path.depthSquared && comesBefore(x, y, z)))) return;
  if (feature >= FIRST_CORNER && faces[3 * face + feature - FIRST_CORNER] === vertex) return;

  const key = rejectionKey(body, face, feature);
  if (key !== NONE && isRejected(key)) return;
  if (culling) {
    const verdict = distanceSquared < proved.squared ? cull(body, face, feature, px, py, pz, x, y, z) : ASIDE;
    if (verdict === CULL) return;
    if (verdict === ASIDE) pathWork.cullingAside++;
  }
  if (!reaches(body, face, feature, px, py, pz, tet, limits)) {
    if (key !== NONE) rejected[rejectedCount++ % REJECTED] = key;
    return;
  }
  path.x = x;
  path.y = y;
  path.z = z;
  path.depthSquared = distanceSquared;
  path.face = face;
  path.feature = feature;
  path.b0 = closest.b0;
  path.b1 = closest.b1;
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

function isRejected(key: number): boolean {
  for (let i = 0; i < REJECTED; i++) if (rejected[i] === key) return true;
  return false;
}

function reaches(
  body: PathBody,
  face: number,
  feature: number,
  px: number,
  py: number,
  pz: number,
  tet: number,
  limits: TraversalLimits,
): boolean {
  const { faces, faceTets } = body.topology;
  target.tet = faceTets[face];
  if (feature === FACE) target.a = NONE;
  else if (feature >= FIRST_CORNER) target.a = target.b = faces[3 * face + feature - FIRST_CORNER];
  else {
    target.a = faces[3 * face + feature - 1];
    target.b = faces[3 * face + (feature % 3)];
  }
  const { x, y, z } = closest;
  pathWork.traversals++;
  const outcome = traverse(body, px, py, pz, tet, x, y, z, limits);
  if (outcome !== OVERFLOW) return outcome === VALID;
  pathWork.overflows++;
  return traverseDynamic(body, px, py, pz, tet, x, y, z) === VALID;
}
