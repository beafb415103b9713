import { BOX_STRIDE } from '../../bvh/tree.ts';
import { closest, FACE, FIRST_CORNER } from '../../geometry/closest-point.ts';
import { NONE } from '../../mesh/topology.ts';
import { ASIDE, CULL, cull } from './culling.ts';
import { slideToNearFace } from './first-face.ts';
import { closestOnFace } from './closest-on-face.ts';
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

/** A tree's depth bounds its walk's stack: one entry a level. */
const TREE_STACK = 64;
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

const nodes = new Uint32Array(TREE_STACK);
const distances = new Float64Array(TREE_STACK);
const rejected = new Uint32Array(REJECTED);
let rejectedCount = 0;

/**
 * Shortest path from a point of an element to the boundary of its body.
 *
 * Looks at boundary faces near first; the closest point on a face is the only candidate that it has (Theorem 2), and the
 * nearest candidate that a valid path leads to is the answer (Theorem 1).
 * @param px, py, pz [m]    @param tet an element that contains the point
 * @param vertex the point's own vertex where it belongs to this body, else NONE; candidates at that very vertex are skipped
 * @returns nothing; see `path`
 * Source: Chen et al. 2023, supplement, Algorithm 3.
 */
export function findShortestPath(
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  const { boxes, order, tree } = body;
  const base = BOX_STRIDE * tree.nodeBase;
  const firstLeaf = 2 ** tree.levels - 1;
  const size = tree.primitiveCount >>> tree.levels;
  const larger = tree.primitiveCount - (size << tree.levels);
  path.face = NONE;
  path.depthSquared = Infinity;
  rejectedCount = 0;
  rejected.fill(NONE);

  tryFace(body, slideToNearFace(body, tet, px, py, pz), px, py, pz, tet, vertex, options);

  let depth = 0;
  let node = 0;
  for (;;) {
    if (node >= firstLeaf) {
      const leaf = node - firstLeaf;
      const begin = tree.orderBase + leaf * size + Math.min(leaf, larger);
      const end = begin + size + (leaf < larger ? 1 : 0);
      for (let i = begin; i < end; i++) tryFace(body, order[i], px, py, pz, tet, vertex, options);
      // A node that waits may have fallen out of reach.
      do {
        if (depth === 0) return;
        depth--;
      } while (distances[depth] > path.depthSquared);
      node = nodes[depth];
    } else {
      const left = 2 * node + 1;
      const toLeft = boxDistanceSquared(boxes, base + BOX_STRIDE * left, px, py, pz);
      const toRight = boxDistanceSquared(boxes, base + BOX_STRIDE * (left + 1), px, py, pz);
      const leftFirst = toLeft <= toRight;
      nodes[depth] = leftFirst ? left + 1 : left;
      distances[depth++] = leftFirst ? toRight : toLeft;
      node = leftFirst ? left : left + 1;
      if ((leftFirst ? toLeft : toRight) > path.depthSquared) {
        do {
          if (depth === 0) return;
          depth--;
        } while (distances[depth] > path.depthSquared);
        node = nodes[depth];
      }
    }
  }
}

function boxDistanceSquared(boxes: Float32Array, i: number, px: number, py: number, pz: number): number {
  const x = Math.max(boxes[i] - px, 0, px - boxes[i + 4]);
  const y = Math.max(boxes[i + 1] - py, 0, py - boxes[i + 5]);
  const z = Math.max(boxes[i + 2] - pz, 0, pz - boxes[i + 6]);
  return x * x + y * y + z * z;
}

/** Makes the closest point on a boundary face the answer, if it is nearer than the answer so far and a valid path leads to it. */
function tryFace(
  body: PathBody,
  face: number,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  const { faces } = body.topology;
  closestOnFace(body, face, px, py, pz);
  const { x, y, z, distanceSquared, feature } = closest;
  if (!(distanceSquared < path.depthSquared || (distanceSquared === path.depthSquared && comesBefore(x, y, z)))) return;
  if (feature >= FIRST_CORNER && faces[3 * face + feature - FIRST_CORNER] === vertex) return;

  const key = rejectionKey(body, face, feature);
  if (key !== NONE && isRejected(key)) return;
  if (options.culling) {
    const verdict = cull(body, face, feature, px, py, pz, x, y, z);
    if (verdict === CULL) return;
    if (verdict === ASIDE) pathWork.cullingAside++;
  }
  if (!reaches(body, face, feature, px, py, pz, tet, options.limits)) {
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
