import { BOX_STRIDE, INDEX_MASK, leafStart, type TreeLayout } from './tree.ts';

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
 * Finds the first leaf, from node `from` on, whose box contains a point strictly inside.
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
    const at = base + BOX_STRIDE * node;
    if (
      x > boxes[at] &&
      x < boxes[at + 4] &&
      y > boxes[at + 1] &&
      y < boxes[at + 5] &&
      z > boxes[at + 2] &&
      z < boxes[at + 6]
    ) {
      if (node >= firstLeaf) return node;
      node <<= 1;
    } else node = nodeAfter(node);
  }
  return DONE;
}

/** Result of `leavesAt`: the first `count` of `nodes`. The caller keeps it, so that a call allocates only if the arrays are too short. */
export interface Leaves {
  count: number;
  nodes: Int32Array;
  /** Scratch: the nodes that were listed two levels above the current one. The level in between isn't tested. */
  grandparents: Int32Array;
}

export const createLeaves = (): Leaves => ({ count: 0, nodes: new Int32Array(0), grandparents: new Int32Array(0) });

/**
 * Lists the leaves whose boxes contain a point strictly inside, from left to right.
 *
 * A processor can't predict whether a box contains the point, so branches would be slow. Nodes are tested level by level instead, and
 * arithmetic on comparisons decides which to list. Only every other level is tested: the four adjacent grandchildren of each listed node.
 * This takes half the time of nextLeafAt, which goes from node to node. The GPU's traversal works like nextLeafAt, since it needs no list.
 * @param leaves output    @param point 3 coordinates, in the unit of the boxes
 */
export function leavesAt(leaves: Leaves, tree: TreeLayout, boxes: Float32Array, point: Float32Array): void {
  const { levels } = tree;
  if (leaves.nodes.length <= 1 << levels) {
    leaves.nodes = new Int32Array((1 << levels) + 1);
    leaves.grandparents = new Int32Array((1 << levels) + 1);
  }
  const base = BOX_STRIDE * (tree.nodeBase - 1);
  const x = point[0];
  const y = point[1];
  const z = point[2];
  let to = leaves.nodes;
  let from = leaves.grandparents;
  let count = 0;
  // Starts at level 0 or 1, whichever is an even number of levels above the leaves, with all nodes of that level.
  for (let node = 1 << (levels & 1); node < 2 << (levels & 1); node++) {
    to[count] = node;
    count += boxContains(boxes, base + BOX_STRIDE * node, x, y, z);
  }
  for (let level = levels & 1; level < levels; level += 2) {
    const next = from;
    from = to;
    to = next;
    const grandparentCount = count;
    count = 0;
    for (let i = 0; i < grandparentCount; i++) {
      const node = from[i] << 2;
      const at = (base + BOX_STRIDE * node) & INDEX_MASK;
      to[count] = node;
      count += boxContains(boxes, at, x, y, z);
      to[count] = node + 1;
      count += boxContains(boxes, at + BOX_STRIDE, x, y, z);
      to[count] = node + 2;
      count += boxContains(boxes, at + 2 * BOX_STRIDE, x, y, z);
      to[count] = node + 3;
      count += boxContains(boxes, at + 3 * BOX_STRIDE, x, y, z);
    }
  }
  leaves.nodes = to;
  leaves.grandparents = from;
  leaves.count = count;
}

/** Returns 1 if a node's box contains the point strictly inside, else 0. @param at offset of the box in `boxes` */
function boxContains(boxes: Float32Array, at: number, x: number, y: number, z: number): number {
  return (
    Number(x > boxes[at]) &
    Number(x < boxes[at + 4]) &
    Number(y > boxes[at + 1]) &
    Number(y < boxes[at + 5]) &
    Number(z > boxes[at + 2]) &
    Number(z < boxes[at + 6])
  );
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
