import { BOX_STRIDE, type TreeLayout } from './tree.ts';
import { ROOT } from './walk.ts';

/**
 * Descends two trees together (dual-tree traversal). For each leaf in a subtree of one tree, from left to right, it lists the leaf's
 * partners: the leaves of the other tree whose boxes overlap the leaf's box. CCD (continuous collision detection) finds
 * its candidate pairs in this way.
 *
 * A node can only overlap children of those nodes that its parent overlaps. So each node's list is filtered from the children of the
 * nodes in its parent's list, and each list serves all leaves below its node. The filter uses arithmetic on comparisons instead of
 * branches, which would be unpredictable. This takes half the time of one traversal per leaf. Nodes are numbered as in walk.ts.
 *
 *     beginDescent(descent, tree, boxes, subtree, other, otherBoxes, false);
 *     for (leaf of the subtree) {
 *       descendTo(descent, leaf);
 *       const count = listPartners(descent, boxes, boxOf(leaf));
 *       for (let i = 0; i < count; i++) visit(descent.partners[i]);
 *     }
 */

export interface Descent {
  tree: TreeLayout;
  boxes: Float32Array;
  other: TreeLayout;
  otherBoxes: Float32Array;
  /**
   * The smaller of the heights of the subtree and of the other tree. (A height is a number of levels above the leaves.) Below `top`, both
   * trees descend together. At `top` and above, only the other tree descends, and one list serves the whole subtree.
   */
  top: number;
  /** The lists below `top` belong to the ancestors of this leaf; -1 before the first leaf. */
  leaf: number;
  /** If true, only partners to the left of a leaf are listed. */
  leftOnly: boolean;
  /** Partners found by `listPartners`, from the beginning of the array. Overwritten by the next call. */
  partners: Int32Array;
  /** lists[h], for each height h above the leaves: the other tree's nodes that overlap the subtree's current node of that height. */
  readonly lists: Int32Array[];
  /** Length of each list. */
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
 * Starts a descent: from `node` of `tree` downwards, and through all of `other`.
 * @param leftOnly lists only partners to the left of each leaf, so that each pair of leaves of one tree is found once. `tree` and
 *   `other` must then be the same tree
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
  // The root's box isn't tested. A tree of nothing has a root too: a leaf without primitives.
  counts[other.levels] = Math.min(1, other.primitiveCount);
  for (let h = other.levels - 1; h >= descent.top; h--) listBelow(descent, h, boxes, at, node >> (h - height));
}

/** Updates the lists of a leaf's ancestors. The lists of ancestors that the previous leaf has too are kept. */
export function descendTo(descent: Descent, leaf: number): void {
  const { tree, boxes, top } = descent;
  const shared = descent.leaf < 0 ? top : 32 - Math.clz32(descent.leaf ^ leaf);
  descent.leaf = leaf;
  for (let h = Math.min(top, shared) - 1; h > 0; h--) listBelow(descent, h, boxes, boxOf(tree, leaf >> h), leaf >> h);
}

/**
 * Writes to `descent.partners` the partners of a box in the leaf of the last `descendTo`.
 * @param box array with the box at offset `at`; the box must lie inside the leaf's box
 * @returns the number of partners. If the subtree or the other tree is a single leaf, these are the partners of the whole subtree,
 *   whatever the box is
 */
export function listPartners(descent: Descent, box: Float32Array, at: number): number {
  const { counts, lists } = descent;
  if (descent.top > 0) listBelow(descent, 0, box, at, descent.leaf);
  descent.partners = lists[0];
  return counts[0];
}

/** Greater than every node's number. */
const NO_LIMIT = 0x7fff_ffff;

const heightOf = (tree: TreeLayout, node: number): number => tree.levels - (31 - Math.clz32(node));
const boxOf = (tree: TreeLayout, node: number): number => BOX_STRIDE * (tree.nodeBase + node - 1);

/**
 * Filters the list of the height above: writes to lists[height] the children that overlap a box.
 * @param box array with the box at offset `at`
 * @param node the subtree's node at that height
 */
function listBelow(descent: Descent, height: number, box: Float32Array, at: number, node: number): void {
  const { counts, lists } = descent;
  const count = counts[height + 1];
  if (lists[height].length < 2 * count + 1) lists[height] = new Int32Array(4 * count);
  const { other, otherBoxes, leftOnly } = descent;
  const base = BOX_STRIDE * (other.nodeBase - 1);
  // Lists only nodes to the left of `node`, and `node` itself unless it is a leaf.
  const limit = leftOnly ? node - Number(height === 0) : NO_LIMIT;
  counts[height] = writeOverlapping(otherBoxes, base, lists[height + 1], count, lists[height], box, at, limit);
}

/**
 * Writes to `to` the children of `from`'s nodes that overlap a box, from left to right, but no node whose number exceeds `limit`. Like
 * leavesAt in walk.ts, it avoids branches that would be unpredictable.
 * @param base offset in `boxes` that a node with number 0 would have
 * @param count number of nodes in `from`
 * @returns the number of children written
 */
function writeOverlapping(
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
  let written = 0;
  for (let i = 0; i < count; i++) {
    const leftChild = from[i] << 1;
    if (leftChild > limit) break; // nodes are listed from left to right, so all later ones are beyond the limit too
    const a = (base + 8 * leftChild) & 0x3fff_ffff; // offset of the left child's box; the right child's box follows it
    to[written] = leftChild;
    written +=
      Number(x1 >= boxes[a]) &
      Number(x0 <= boxes[a + 4]) &
      Number(y1 >= boxes[a + 1]) &
      Number(y0 <= boxes[a + 5]) &
      Number(z1 >= boxes[a + 2]) &
      Number(z0 <= boxes[a + 6]);
    to[written] = leftChild + 1;
    written +=
      Number(x1 >= boxes[a + 8]) &
      Number(x0 <= boxes[a + 12]) &
      Number(y1 >= boxes[a + 9]) &
      Number(y0 <= boxes[a + 13]) &
      Number(z1 >= boxes[a + 10]) &
      Number(z0 <= boxes[a + 14]);
  }
  if (written > 0 && to[written - 1] > limit) written--;
  return written;
}
