import { BOX_STRIDE } from '../../bvh/tree.ts';
import { beginQuery2d, trySegment } from './candidate.ts';
import type { PathOptions2d, PathScratch2d } from './scratch.ts';
import { slideToNearSegment } from './segments.ts';
import type { PathBody2d } from './path-body.ts';
import { findAtSkin2d, isAtSkin2d } from './skin.ts';

/**
 * Finds the shortest path from a point p of a triangle to the boundary of its body. It is the method of path/search.ts, one dimension
 * lower. It answers path queries (answer-queries.ts); no step of the simulation uses it.
 *
 * 1. If p lies on a side of its triangle up to rounding, skin.ts answers the query.
 * 2. Otherwise a first valid path to a boundary segment near p bounds the search (slideToNearSegment).
 * 3. The search descends the BVH over boundary segments, nearer child first. It skips nodes farther away than the best path so far.
 * 4. Each segment has one candidate: s, the segment's point closest to p (Theorem 2).
 * 5. Infeasible-region culling (culling.ts) may discard the candidate. If not, a traversal of the triangles between p and s
 *    (traversal.ts) decides whether the straight path from p to s is valid.
 * The nearest candidate with a valid path is the answer (Theorem 1).
 * @param px, py p [m]
 * @param triangle a triangle that contains p
 * @param vertex p's vertex if p is a vertex of this body, else NONE; a candidate at this vertex doesn't count
 * @returns nothing; the answer is left in `scratch.path`
 * Source: Chen et al. 2023, supplement, Algorithm 3, one dimension lower.
 */
export function findShortestPath2d(
  scratch: PathScratch2d,
  body: PathBody2d,
  px: number,
  py: number,
  triangle: number,
  vertex: number,
  options: PathOptions2d,
): void {
  const { path, skin, waiting } = scratch;
  const { distances, nodes } = waiting;
  if (isAtSkin2d(skin, body, px, py, triangle)) {
    findAtSkin2d(scratch, body, px, py, triangle, vertex, true, (x, y) =>
      findShortestPath2d(scratch, body, x, y, triangle, vertex, options),
    );
    return;
  }
  const { boxes, order, tree } = body;
  const base = BOX_STRIDE * tree.nodeBase;
  const firstLeaf = 2 ** tree.levels - 1;
  const size = tree.primitiveCount >>> tree.levels;
  // The first `largerLeaves` leaves have `size` + 1 segments, the others `size`.
  const largerLeaves = tree.primitiveCount - (size << tree.levels);
  beginQuery2d(scratch, body, px, py, triangle, vertex, options.culling);
  trySegment(scratch, body, slideToNearSegment(scratch, body, triangle, px, py), px, py, options);

  let depth = 0;
  let node = 0;
  for (;;) {
    if (node >= firstLeaf) {
      const leaf = node - firstLeaf;
      const begin = tree.orderBase + leaf * size + Math.min(leaf, largerLeaves);
      const end = begin + size + (leaf < largerLeaves ? 1 : 0);
      for (let i = begin; i < end; i++) trySegment(scratch, body, order[i], px, py, options);
    } else {
      const left = 2 * node + 1;
      const toLeft = boxDistanceSquared(boxes, base + BOX_STRIDE * left, px, py);
      const toRight = boxDistanceSquared(boxes, base + BOX_STRIDE * (left + 1), px, py);
      const isLeftNearer = toLeft <= toRight;
      nodes[depth] = isLeftNearer ? left + 1 : left;
      distances[depth++] = isLeftNearer ? toRight : toLeft;
      node = isLeftNearer ? left : left + 1;
      if ((isLeftNearer ? toLeft : toRight) <= path.depthSquared) continue;
    }
    // The best path may have become shorter since a node was pushed, so the node's distance is compared again.
    do {
      if (depth === 0) return;
      depth--;
    } while (distances[depth] > path.depthSquared);
    node = nodes[depth];
  }
}

/** Returns the squared distance [m^2] from p to the box at offset i of `boxes`. */
function boxDistanceSquared(boxes: Float32Array, i: number, px: number, py: number): number {
  const x = Math.max(boxes[i] - px, 0, px - boxes[i + 4]);
  const y = Math.max(boxes[i + 1] - py, 0, py - boxes[i + 5]);
  return x * x + y * y;
}
