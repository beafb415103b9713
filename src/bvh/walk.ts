import { BOX_STRIDE, INDEX_MASK, leafStart, type TreeLayout } from './tree.ts';

/**
 * Walks over a tree, from left to right, that need no stack: in a complete tree the node after a subtree follows from the
 * subtree's number alone. Here nodes are numbered from 1, node k of tree.ts being k + 1: children are 2n and 2n + 1, leaf
 * j is 2^levels + j. A walk over the primitives whose leaves' boxes meet something:
 *
 *     for (let n = nextLeafAt(tree, boxes, ROOT, point); n !== DONE; n = nextLeafAt(tree, boxes, nodeAfter(n), point))
 *       for (let k = leafBegin(tree, n); k < leafBegin(tree, n + 1); k++) visit(order[k]);
 */
export const ROOT = 1;
export const DONE = 0;

/** The node that follows a subtree: the next sibling of the lowest ancestor that has one, or DONE. */
export function nodeAfter(node: number): number {
  const next = node + 1;
  // While it would be a left child, its parent has been walked already: strip the trailing zeros.
  const up = next >> (31 - Math.clz32(next & -next));
  return up === 1 ? DONE : up;
}

/** Where a leaf's primitives start in the forest's order; they end where those of leaf n + 1 start. */
export const leafBegin = (tree: TreeLayout, node: number): number =>
  tree.orderBase + leafStart(tree.primitiveCount, tree.levels, node - (1 << tree.levels));

/**
 * The first leaf from a node on whose box holds a point strictly inside, or DONE.
 * @param point in the boxes' unit, shape [3]; as an array, since numbers would be boxed for a call that isn't inlined
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

/** The leaves found by `leavesAt`: the first `count` of `nodes`. The caller's, so that no call allocates but to grow it. */
export interface Leaves {
  count: number;
  nodes: Int32Array;
  /** Nodes that a level is made from. */
  parents: Int32Array;
}

export const createLeaves = (): Leaves => ({ count: 0, nodes: new Int32Array(0), parents: new Int32Array(0) });

/**
 * The leaves whose boxes hold a point strictly inside, from left to right, into `leaves`.
 *
 * Whether a box holds the point is a coin's toss that no processor foretells. So nodes are tested a level after another and
 * listed by arithmetic on comparisons, without a branch, and on every other level only, four that lie side by side: in
 * half the time of a walk from node to node. That one needs no list, which is worth more on the GPU.
 * @param leaves written    @param point in the boxes' unit, shape [3]
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
  // Down to the first level that is a whole number of steps above the leaves; all of it, since there boxes reject little.
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

/** 1 where the box of a node holds the point strictly inside, else 0. */
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
 * The first leaf from a node on whose box touches or meets a box, or DONE.
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
