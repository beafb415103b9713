import { boxContains } from './box-contains.ts';
import { BOX_STRIDE, leafStart, type TreeLayout } from './tree.ts';

/**
 * Traverses a tree from left to right without a stack: in a complete tree, the number of a subtree's root determines which node comes
 * after the subtree. Here nodes are numbered from 1 (node k of tree.ts is k + 1), so that the children of n are 2n and 2n + 1, and
 * leaf j is 2^levels + j. To visit the primitives of all leaves whose boxes contain a point:
 *
 *     for (let n = nextLeafAt(tree, boxes, ROOT, point); n !== DONE; n = nextLeafAt(tree, boxes, nodeAfter(n), point))
 *       for (let k = leafBegin(tree, n); k < leafBegin(tree, n + 1); k++) visit(order[k]);
 */
export const ROOT = 1;
export const DONE = 0;

/** Returns the node to visit after a subtree: the subtree's right sibling, else that of the lowest ancestor that has one, else DONE. */
export function nodeAfter(node: number): number {
  const next = node + 1;
  // If `node` is a right child, `next` is even, and the traversal continues after the parent's subtree, at next / 2. The shift repeats
  // this halving until the number is odd.
  const up = next >> (31 - Math.clz32(next & -next));
  return up === 1 ? DONE : up;
}

/**
 * Returns where a leaf's primitives begin in `order`, the list of primitives that all trees of a forest share (tree.ts). They end where
 * those of leaf `node` + 1 begin.
 */
export const leafBegin = (tree: TreeLayout, node: number): number =>
  tree.orderBase + leafStart(tree.primitiveCount, tree.levels, node - (1 << tree.levels));

/**
 * Finds the first leaf, from node `from` on, whose box contains a point, inside or on its surface.
 * @param point 3 coordinates, in the unit of the boxes. They are passed in an array, because a JavaScript engine allocates an object for
 *   each fractional number that it passes to a function that it doesn't inline
 * @returns the leaf's node, or DONE if there is none
 */
export function nextLeafAt(tree: TreeLayout, boxes: Float32Array, from: number, point: Float32Array): number {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const firstLeaf = 1 << tree.levels;
  const base = BOX_STRIDE * (tree.nodeBase - 1);
  let node = from;
  while (node !== DONE) {
    if (boxContains(boxes, base + BOX_STRIDE * node, x, y, z) === 1) {
      if (node >= firstLeaf) return node;
      node <<= 1;
    } else node = nodeAfter(node);
  }
  return DONE;
}

/**
 * Finds the first leaf, from node `from` on, whose box touches or overlaps `box`.
 * @param box 6 numbers: lower corner, upper corner
 * @returns the leaf's node, or DONE if there is none
 */
export function nextLeafIn(tree: TreeLayout, boxes: Float32Array, from: number, box: Float32Array): number {
  const firstLeaf = 1 << tree.levels;
  const base = BOX_STRIDE * (tree.nodeBase - 1);
  const x0 = box[0];
  const y0 = box[1];
  const z0 = box[2];
  const x1 = box[3];
  const y1 = box[4];
  const z1 = box[5];
  let node = from;
  while (node !== DONE) {
    const at = base + BOX_STRIDE * node;
    if (
      x1 >= boxes[at] &&
      x0 <= boxes[at + 4] &&
      y1 >= boxes[at + 1] &&
      y0 <= boxes[at + 5] &&
      z1 >= boxes[at + 2] &&
      z0 <= boxes[at + 6]
    ) {
      if (node >= firstLeaf) return node;
      node <<= 1;
    } else node = nodeAfter(node);
  }
  return DONE;
}
