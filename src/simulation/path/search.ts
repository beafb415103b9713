import { BOX_STRIDE } from '../../bvh/tree.ts';
import { beginAsPublished, beginNearest, beginQuery, tryFace } from './candidate.ts';
import type { PathOptions } from './path-query.ts';
import { twicePositive } from './balls.ts';
import type { PathBody } from './path-body.ts';
import { findAtSkin, findExactlyAtSkin, isAtSkin } from './skin.ts';
import type { PathScratch } from './scratch.ts';

/**
 * Finds the shortest path from a point p inside an element to the boundary of its body. This is the method `tree`: the paper's search, with a
 * first candidate, further tests and walks from p to s. (The paper's search as published is findAsPublished.)
 *
 * 1. If p lies on the surface of its element up to rounding, skin.ts answers the query.
 * 2. A path to a boundary face near p bounds the search (near-face.ts).
 * 3. The BVH over boundary faces is descended near side first; nodes farther away than the best path so far are skipped.
 * 4. Each face has one candidate, its point s closest to p (Theorem 2).
 * 5. A candidate that is nearer than the best so far is discarded if no path can end there (mayEnd), or if infeasible-region culling
 *    proves that another boundary point is nearer (culling.ts).
 * 6. A traversal of the elements along the segment from p to s decides whether the path is valid (traversal.ts).
 * The nearest candidate with a valid path is the answer (Theorem 1).
 * @param px, py, pz p [m]    @param tet an element that contains p
 * @param vertex the query's own vertex if it belongs to this body, else NONE; a candidate at that vertex is skipped
 * The answer is written to `scratch.path`.
 * Source: after Chen et al. 2023, supplement, Algorithm 3.
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
    findExactlyAtSkin(scratch, findShortestPath, body, px, py, pz, tet, vertex, options);
    return;
  }
  beginQuery(scratch, body, px, py, pz, tet, vertex, options.culling, options.limits);
  searchTree(scratch, body, px, py, pz);
}

/** Tests the boundary faces of a body that are nearer than the answer so far, roughly in order of distance. */
export function searchTree(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number): void {
  const { path, waiting } = scratch;
  const { distances, nodes } = waiting;
  const { boxes, order, tree } = body;
  const base = BOX_STRIDE * tree.nodeBase;
  const firstLeaf = (1 << tree.levels) - 1;
  // A leaf has `size` faces, and one more if it is among the first `larger` leaves.
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
      // The best path may have become shorter since a waiting node was pushed.
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

/** Returns the squared distance [m^2] from a point to the box at `boxes[i]`; 0 inside. */
function boxDistanceSquared(boxes: Float32Array, i: number, px: number, py: number, pz: number): number {
  const x = twicePositive(boxes[i] - px) + twicePositive(px - boxes[i + 4]);
  const y = twicePositive(boxes[i + 1] - py) + twicePositive(py - boxes[i + 5]);
  const z = twicePositive(boxes[i + 2] - pz) + twicePositive(pz - boxes[i + 6]);
  return 0.25 * (x * x + y * y + z * z);
}

/**
 * Finds the shortest path as the paper does. This is the method `paper`, for comparison. It differs from `tree` as follows:
 * - No first candidate bounds the search, and no candidate is rejected because it lies on the outer side of its face.
 * - A candidate at a vertex or an edge is tested once per face around it.
 * - Walks go from s to p (paper/traverse.ts). At a boundary edge with an interior dihedral angle above 2 pi they may miss a valid path.
 * - Culling is not suspended near inverted elements and branched edges, nor where p's element has the query's own vertex. Its proof doesn't
 *   hold there, and the answer may be wrong.
 * - A point on the surface of its element is a point like any other.
 * The number of candidates has no limit (errata). Parameters as for findShortestPath; the answer is written to `scratch.path`.
 * Source: Chen et al. 2023, supplement, Algorithm 3.
 */
export function findAsPublished(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  beginAsPublished(scratch, body, tet, vertex, options.culling, options.paper);
  searchTree(scratch, body, px, py, pz);
}

/**
 * Finds the nearest point of a body's boundary, even if no path inside the body leads there. This is the method `euclidean`, for
 * comparison (Chen et al. 2023, figure 15a). If a body intersects itself, the answer often lies on another layer of the body, or next to
 * the query's own vertex. Parameters as for findShortestPath; the answer is written to `scratch.path`.
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
    findAtSkin(scratch, findEuclideanPath, body, px, py, pz, tet, vertex, options);
    return;
  }
  beginNearest(scratch, body, vertex);
  searchTree(scratch, body, px, py, pz);
}
