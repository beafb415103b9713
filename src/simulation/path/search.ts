import { BOX_STRIDE } from '../../bvh/tree.ts';
import { beginNearest, beginQuery, tryFace } from './candidate.ts';
import type { PathOptions } from './path-query.ts';
import type { PathBody } from './path-body.ts';
import { findFromSkin, findPathFromSkin, isAtSkin } from './skin.ts';
import type { PathScratch } from './scratch.ts';

/**
 * Shortest path from a point of an element to the boundary of its body, the paper's way: method `tree`.
 *
 * Looks at boundary faces near first; the closest point on a face is the only candidate that it has (Theorem 2), and the
 * nearest candidate that a valid path leads to is the answer (Theorem 1).
 * @param px, py, pz [m]    @param tet an element that contains the point
 * @param vertex the point's own vertex where it belongs to this body, else NONE; candidates at that very vertex are skipped
 * @returns nothing; see `scratch.path`
 * Source: Chen et al. 2023, supplement, Algorithm 3.
 */
export function findShortestPath(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  const { skin } = scratch;
  if (isAtSkin(skin, body, px, py, pz, tet)) {
    findPathFromSkin(scratch, findShortestPath, body, px, py, pz, tet, vertex, options);
    return;
  }
  beginQuery(scratch, body, px, py, pz, tet, vertex, options.culling, options.limits);
  searchTree(scratch, body, px, py, pz);
}

/** Tries the boundary faces of a body that are nearer than the answer so far, roughly near first. */
export function searchTree(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number): void {
  const { path, waiting } = scratch;
  const { distances, nodes } = waiting;
  const { boxes, order, tree } = body;
  const base = BOX_STRIDE * tree.nodeBase;
  const firstLeaf = (1 << tree.levels) - 1;
  const size = tree.primitiveCount >>> tree.levels;
  const larger = tree.primitiveCount - (size << tree.levels);
  let depth = 0;
  let node = 0;
  for (;;) {
    if (node >= firstLeaf) {
      const leaf = node - firstLeaf;
      const begin = tree.orderBase + leaf * size + Math.min(leaf, larger);
      const end = begin + size + (leaf < larger ? 1 : 0);
      for (let i = begin; i < end; i++) tryFace(scratch, body, order[i], px, py, pz);
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
  const x = twicePositive(boxes[i] - px) + twicePositive(px - boxes[i + 4]);
  const y = twicePositive(boxes[i + 1] - py) + twicePositive(py - boxes[i + 5]);
  const z = twicePositive(boxes[i + 2] - pz) + twicePositive(pz - boxes[i + 6]);
  return 0.25 * (x * x + y * y + z * z);
}

/** Twice a number, 0 for a negative one: exact, and without a branch that nobody could foretell. */
const twicePositive = (x: number): number => x + Math.abs(x);

/**
 * The nearest point of a body's boundary, whether a path inside the body leads there or not: method `euclidean`, for
 * comparison (Chen et al. 2023, figure 15a). In a body that intersects itself it is often a point of another layer, or of the
 * point's own surroundings. Parameters as of findShortestPath; see `scratch.path` for the answer.
 */
export function findEuclideanPath(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  const { skin } = scratch;
  if (isAtSkin(skin, body, px, py, pz, tet)) {
    findFromSkin(scratch, findEuclideanPath, body, px, py, pz, tet, vertex, options);
    return;
  }
  beginNearest(scratch, body, vertex);
  searchTree(scratch, body, px, py, pz);
}
