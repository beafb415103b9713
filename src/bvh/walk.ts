import { BOX_STRIDE, INDEX_MASK, leafStart, type TreeLayout } from './tree.ts';

/**
 * Traverses a tree from left to right without a stack. In a complete tree, the node that comes after a subtree follows from the number
 * of the subtree's root alone. Here nodes are numbered from 1: node k of tree.ts has number k + 1, the children of node n are 2n and
 * 2n + 1, and leaf j is node 2^levels + j. The following code visits all primitives in leaves whose boxes contain a point:
 *
 *     for (let n = nextLeafAt(tree, boxes, ROOT, point); n !== DONE; n = nextLeafAt(tree, boxes, nodeAfter(n), point))
 *       for (let k = leafBegin(tree, n); k < leafBegin(tree, n + 1); k++) visit(order[k]);
 */
export const ROOT = 1;
/** Returned instead of a node at the end of a traversal. */
export const DONE = 0;

/** Returns the node that comes after the subtree below `node`, or DONE if this subtree is the last one. */
export function nodeAfter(node: number): number {
  const next = node + 1;
  // If `next` is even, it is a left child, so it lies below a parent that has not been visited either. Removing all trailing zero bits
  // yields the topmost such ancestor.
  const up = next >> (31 - Math.clz32(next & -next));
  return up === 1 ? DONE : up;
}

/** Returns the index in the forest's order at which a leaf's primitives begin. They end where the primitives of leaf `node + 1` begin. */
export const leafBegin = (tree: TreeLayout, node: number): number =>
  tree.orderBase + leafStart(tree.primitiveCount, tree.levels, node - (1 << tree.levels));

/**
 * Returns the first leaf, from the node `from` on, whose box contains a point strictly inside, or DONE if there is none.
 * @param point shape [3], in the boxes' unit. It is an array, since V8 boxes numbers that are passed to calls that it doesn't inline
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

/** Result of `leavesAt`: the first `count` entries of `nodes`. The caller reuses the object, so a call allocates only to grow the arrays. */
export interface Leaves {
  count: number;
  nodes: Int32Array;
  /** Scratch: the listed nodes two levels above those that are being listed. */
  parents: Int32Array;
}

export const createLeaves = (): Leaves => ({ count: 0, nodes: new Int32Array(0), parents: new Int32Array(0) });

/**
 * Lists the leaves whose boxes contain a point strictly inside, from left to right, into `leaves`.
 *
 * Branches on whether a box contains the point would be unpredictable. So nodes are tested level by level and listed by arithmetic on
 * comparisons. Only every other level is tested: from a listed node, the next tests are those of its four adjacent grandchildren. This
 * takes half the time of a traversal with nextLeafAt. The GPU uses the latter kind of traversal, since it needs no memory for lists.
 * @param leaves overwritten    @param point shape [3], in the boxes' unit
 */
export function leavesAt(leaves: Leaves, tree: TreeLayout, boxes: Float32Array, point: Float32Array): void {
  const { levels } = tree;
  if (leaves.nodes.length <= 1 << levels) {
    leaves.nodes = new Int32Array((1 << levels) + 1);
    leaves.parents = new Int32Array((1 << levels) + 1);
  }
  const base = BOX_STRIDE * (tree.nodeBase - 1);
  const x = point[0];
  const y = point[1];
  const z = point[2];
  let to = leaves.nodes;
  let from = leaves.parents;
  let count = 0;
  // The first tested level is 0 or 1, so that the number of levels from there to the leaves is even.
  for (let node = 1 << (levels & 1); node < 2 << (levels & 1); node++) {
    to[count] = node;
    count += holds(boxes, base + BOX_STRIDE * node, x, y, z);
  }
  for (let level = levels & 1; level < levels; level += 2) {
    const next = from;
    from = to;
    to = next;
    const parentCount = count;
    count = 0;
    for (let i = 0; i < parentCount; i++) {
      const node = from[i] << 2;
      const at = (base + BOX_STRIDE * node) & INDEX_MASK;
      to[count] = node;
      count += holds(boxes, at, x, y, z);
      to[count] = node + 1;
      count += holds(boxes, at + BOX_STRIDE, x, y, z);
      to[count] = node + 2;
      count += holds(boxes, at + 2 * BOX_STRIDE, x, y, z);
      to[count] = node + 3;
      count += holds(boxes, at + 3 * BOX_STRIDE, x, y, z);
    }
  }
  leaves.nodes = to;
  leaves.parents = from;
  leaves.count = count;
}

/** Returns 1 if a node's box contains the point strictly inside, else 0. */
function holds(boxes: Float32Array, at: number, x: number, y: number, z: number): number {
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
 * Returns the first leaf, from the node `from` on, whose box touches or overlaps a box, or DONE if there is none.
 * @param box lower corner, upper corner: 6 numbers
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
