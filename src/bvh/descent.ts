import { BOX_STRIDE, type TreeLayout } from './tree.ts';
import { ROOT } from './walk.ts';

/**
 * Descends two trees together (dual-tree traversal). The caller visits the leaves of a subtree of one tree from left to right. For each
 * of these leaves, the descent lists the leaves of the other tree whose boxes overlap it (the leaf's partners).
 *
 * A node can overlap only children of the nodes that its parent overlaps. So there is one list per level, made from the list of the
 * level above, and all leaves below a node share the node's list. Lists are made by arithmetic on comparisons. All this takes half the
 * time of separate traversals, whose branches are unpredictable. Nodes are numbered from 1, as in walk.ts.
 *
 *     beginDescent(descent, tree, boxes, subtree, other, otherBoxes, false);
 *     for (leaf of the subtree) {
 *       descendTo(descent, leaf);
 *       const count = listPartners(descent, boxes, boxOf(leaf));
 *       for (let i = 0; i < count; i++) visit(descent.partners[i]);
 *     }
 */

/** State of a descent. Heights are counted from the leaves, which have height 0. */
export interface Descent {
  tree: TreeLayout;
  boxes: Float32Array;
  other: TreeLayout;
  otherBoxes: Float32Array;
  /** Height below which both trees descend together. From this height up, only the other tree descends, and one list serves the whole subtree. */
  top: number;
  /** The current leaf: the lists below `top` are those of its ancestors. -1 before the first leaf. */
  leaf: number;
  /** Whether only leaves to the left of the current leaf count as partners. */
  leftOnly: boolean;
  /** Partners found by `listPartners`, from the beginning of the array. Overwritten by the next call. */
  partners: Int32Array;
  /** Per height: the other tree's nodes that the current leaf's ancestor at this height overlaps. lists[1] are the partners' parents. */
  readonly lists: Int32Array[];
  /** Per height: number of nodes in the list. */
  readonly counts: Int32Array;
}

const NO_TREE: TreeLayout = { primitiveCount: 0, levels: 0, nodeBase: 0, orderBase: 0 };

export const createDescent = (): Descent => ({
  tree: NO_TREE,
  boxes: new Float32Array(0),
  other: NO_TREE,
  otherBoxes: new Float32Array(0),
  top: 0,
  leaf: -1,
  leftOnly: false,
  partners: new Int32Array(0),
  lists: [],
  counts: new Int32Array(32),
});

/**
 * Starts a descent of the subtree below `node` in `tree`, against the whole tree `other`.
 * @param leftOnly if true, only leaves to the left of a leaf count as its partners, so that each pair of leaves is found once; `tree`
 * and `other` must then be the same tree
 */
export function beginDescent(
  descent: Descent,
  tree: TreeLayout,
  boxes: Float32Array,
  node: number,
  other: TreeLayout,
  otherBoxes: Float32Array,
  leftOnly: boolean,
): void {
  const { counts, lists } = descent;
  const height = heightOf(tree, node);
  descent.tree = tree;
  descent.boxes = boxes;
  descent.other = other;
  descent.otherBoxes = otherBoxes;
  descent.top = Math.min(height, other.levels);
  descent.leaf = -1;
  descent.leftOnly = leftOnly;
  const at = boxOf(tree, node);
  for (let h = lists.length; h <= other.levels; h++) lists.push(new Int32Array(64));
  lists[other.levels][0] = ROOT;
  counts[other.levels] = 1;
  for (let h = other.levels - 1; h >= descent.top; h--) listBelow(descent, h, boxes, at, node >> (h - height));
}

/** Moves to a leaf: lists the nodes that the leaf's ancestors overlap. The lists of ancestors shared with the previous leaf are reused. */
export function descendTo(descent: Descent, leaf: number): void {
  const { tree, boxes, top } = descent;
  const shared = descent.leaf < 0 ? top : 32 - Math.clz32(descent.leaf ^ leaf);
  descent.leaf = leaf;
  for (let h = Math.min(top, shared) - 1; h > 0; h--) listBelow(descent, h, boxes, boxOf(tree, leaf >> h), leaf >> h);
}

/**
 * Lists in `descent.partners` the partners of an element (primitive) of the current leaf.
 * @param box array of boxes; the element's box is at offset `at` and must lie in the leaf's box
 * @returns the number of partners. If the subtree or the other tree is a single leaf, the partners are those of the whole subtree
 */
export function listPartners(descent: Descent, box: Float32Array, at: number): number {
  const { counts, lists } = descent;
  if (descent.top > 0) listBelow(descent, 0, box, at, descent.leaf);
  descent.partners = lists[0];
  return counts[0];
}

/** Larger than any node's number. */
const LAST = 0x7fff_ffff;

const heightOf = (tree: TreeLayout, node: number): number => tree.levels - (31 - Math.clz32(node));
const boxOf = (tree: TreeLayout, node: number): number => BOX_STRIDE * (tree.nodeBase + node - 1);

/** Makes the list at a height from the list one level higher: the nodes that overlap a box. @param node the subtree's node at `height` */
function listBelow(descent: Descent, height: number, box: Float32Array, at: number, node: number): void {
  const { counts, lists } = descent;
  const count = counts[height + 1];
  if (lists[height].length < 2 * count + 1) lists[height] = new Int32Array(4 * count);
  const { other, otherBoxes, leftOnly } = descent;
  const base = BOX_STRIDE * (other.nodeBase - 1);
  const limit = leftOnly ? node - Number(height === 0) : LAST;
  counts[height] = keepMeeting(otherBoxes, base, lists[height + 1], count, lists[height], box, at, limit);
}

/**
 * Lists the children of nodes that overlap a box, from left to right, without unpredictable branches (as leavesAt in walk.ts).
 * @param from the nodes, `count` of them    @param to overwritten: the children    @param limit largest node number to list
 * @returns the number of listed children
 */
function keepMeeting(
  boxes: Float32Array,
  base: number,
  from: Int32Array,
  count: number,
  to: Int32Array,
  box: Float32Array,
  at: number,
  limit: number,
): number {
  const x0 = box[at];
  const y0 = box[at + 1];
  const z0 = box[at + 2];
  const x1 = box[at + 4];
  const y1 = box[at + 5];
  const z1 = box[at + 6];
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const node = from[i] << 1;
    if (node > limit) break; // nodes are listed from left to right, so all later ones are beyond the limit too
    const a = (base + 8 * node) & 0x3fff_ffff;
    to[kept] = node;
    kept +=
      Number(x1 >= boxes[a]) &
      Number(x0 <= boxes[a + 4]) &
      Number(y1 >= boxes[a + 1]) &
      Number(y0 <= boxes[a + 5]) &
      Number(z1 >= boxes[a + 2]) &
      Number(z0 <= boxes[a + 6]);
    to[kept] = node + 1;
    kept +=
      Number(x1 >= boxes[a + 8]) &
      Number(x0 <= boxes[a + 12]) &
      Number(y1 >= boxes[a + 9]) &
      Number(y0 <= boxes[a + 13]) &
      Number(z1 >= boxes[a + 10]) &
      Number(z0 <= boxes[a + 14]);
  }
  if (kept > 0 && to[kept - 1] > limit) kept--;
  return kept;
}
