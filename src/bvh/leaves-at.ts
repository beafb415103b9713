import type { Index } from '../math/integers.ts';
import { halfOpenBoxContains } from './box-contains.ts';
import { BOX_STRIDE, INDEX_MASK } from './tree.ts';

/**
 * Lists the leaves whose half-open boxes contain a point, from left to right. Nodes are numbered from 1, as in walk.ts.
 *
 * A processor can't predict whether a box contains the point, so branches would be slow. Nodes are tested level by level instead, and
 * arithmetic on comparisons decides which to list. Only every other level is tested: the four adjacent grandchildren of each listed node.
 * This takes half the time of nextLeafAt, which goes from node to node. The GPU's traversal works like nextLeafAt, since it needs no list.
 * The build makes a SIMD kernel from the text (docs/kernels.md).
 * @param nodeBase, levels as in TreeLayout
 * @param x, y, z the point, float32 numbers in the unit of the boxes
 * @param nodes output: the leaves' nodes; leavesAtLength (tree.ts) numbers, of which the second half is scratch
 * @returns number of leaves
 */
export function leavesAt(
  boxes: Float32Array,
  nodeBase: Index,
  levels: Index,
  x: number,
  y: number,
  z: number,
  nodes: Uint32Array,
): number {
  const base = BOX_STRIDE * (nodeBase - 1);
  const odd = levels & 1;
  const half = (1 << levels) + 1;
  // Offsets of two lists: of the nodes of the current level, and of those two levels above. They change places at every other level, so
  // that the last list is the first in `nodes`.
  let to = ((levels >> 1) & 1) * half;
  let from = half - to;
  let count = 0;
  // Starts at level 0 or 1, whichever is an even number of levels above the leaves, with all nodes of that level.
  for (let node = 1 << odd; node < 2 << odd; node++) {
    nodes[to + count] = node;
    count += halfOpenBoxContains(boxes, base + BOX_STRIDE * node, x, y, z);
  }
  for (let level = odd; level < levels; level += 2) {
    const next = from;
    from = to;
    to = next;
    const grandparentCount = count;
    count = 0;
    for (let i = 0; i < grandparentCount; i++) {
      const node = nodes[from + i] << 2;
      const at = (base + BOX_STRIDE * node) & INDEX_MASK;
      nodes[to + count] = node;
      count += halfOpenBoxContains(boxes, at, x, y, z);
      nodes[to + count] = node + 1;
      count += halfOpenBoxContains(boxes, at + BOX_STRIDE, x, y, z);
      nodes[to + count] = node + 2;
      count += halfOpenBoxContains(boxes, at + 2 * BOX_STRIDE, x, y, z);
      nodes[to + count] = node + 3;
      count += halfOpenBoxContains(boxes, at + 3 * BOX_STRIDE, x, y, z);
    }
  }
  return count;
}
