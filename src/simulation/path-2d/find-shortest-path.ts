import { BOX_STRIDE } from '../../bvh/tree.ts';
import { beginQuery2d, trySegment } from './candidate.ts';
import type { PathOptions2d, PathScratch2d } from './scratch.ts';
import { slideToNearSegment } from './segments.ts';
import type { PathBody2d } from './path-body.ts';
import { findFromSkin2d, isAtSkin2d } from './skin.ts';

/**
 * Shortest path from a point of a triangle to the boundary of its body.
 *
 * Looks at boundary segments near first; the closest point on a segment is the only candidate that it has (Theorem 2), and
 * the nearest candidate that a valid path leads to is the answer (Theorem 1).
 * @param px, py [m]    @param triangle one that contains the point
 * @param vertex the point's own vertex where it belongs to this body, else NONE; candidates at that very vertex are skipped
 * @returns nothing; see `scratch.path`
 * Source: Chen et al. 2023, supplement, Algorithm 3, a dimension lower.
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
    findFromSkin2d(scratch, body, px, py, triangle, vertex, true, (x, y) =>
      findShortestPath2d(scratch, body, x, y, triangle, vertex, options),
    );
    return;
  }
  const { boxes, order, tree } = body;
  const base = BOX_STRIDE * tree.nodeBase;
  const firstLeaf = 2 ** tree.levels - 1;
  const size = tree.primitiveCount >>> tree.levels;
  const larger = tree.primitiveCount - (size << tree.levels);
  beginQuery2d(scratch, body, px, py, triangle, vertex, options.culling);
  trySegment(scratch, body, slideToNearSegment(scratch, body, triangle, px, py), px, py, options);

  let depth = 0;
  let node = 0;
  for (;;) {
    if (node >= firstLeaf) {
      const leaf = node - firstLeaf;
      const begin = tree.orderBase + leaf * size + Math.min(leaf, larger);
      const end = begin + size + (leaf < larger ? 1 : 0);
      for (let i = begin; i < end; i++) trySegment(scratch, body, order[i], px, py, options);
    } else {
      const left = 2 * node + 1;
      const toLeft = boxDistanceSquared(boxes, base + BOX_STRIDE * left, px, py);
      const toRight = boxDistanceSquared(boxes, base + BOX_STRIDE * (left + 1), px, py);
      const leftFirst = toLeft <= toRight;
      nodes[depth] = leftFirst ? left + 1 : left;
      distances[depth++] = leftFirst ? toRight : toLeft;
      node = leftFirst ? left : left + 1;
      if ((leftFirst ? toLeft : toRight) <= path.depthSquared) continue;
    }
    // A node that waits may have fallen out of reach.
    do {
      if (depth === 0) return;
      depth--;
    } while (distances[depth] > path.depthSquared);
    node = nodes[depth];
  }
}

function boxDistanceSquared(boxes: Float32Array, i: number, px: number, py: number): number {
  const x = Math.max(boxes[i] - px, 0, px - boxes[i + 4]);
  const y = Math.max(boxes[i + 1] - py, 0, py - boxes[i + 5]);
  return x * x + y * y;
}
