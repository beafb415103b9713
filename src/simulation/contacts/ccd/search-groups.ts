import { BOX_STRIDE, LEAF_SIZE, leafCount, type TreeLayout } from '../../../bvh/tree.ts';

/**
 * What searches together in CCD: the leaves of a subtree of a body's tree. Large ones go down the other trees' upper levels
 * less often, small ones share the work more evenly.
 */
export interface Group {
  body: number;
  /** The subtree's root, numbered as in walk.ts. */
  node: number;
}

/** Groups' height in the trees over faces, and the most vertices of one. */
export const FACE_GROUP_HEIGHT = 5;
export const MOST_VERTICES = 3 * LEAF_SIZE * 2 ** FACE_GROUP_HEIGHT;
/** The same in the trees over edges, each leaf of which holds one. */
export const EDGE_GROUP_HEIGHT = 6;

const levelOf = (tree: TreeLayout, height: number): number => Math.max(0, tree.levels - height);

/** How many groups the trees are cut into, at a height above their leaves. */
export const groupCount = (trees: readonly TreeLayout[], height: number): number =>
  trees.reduce((sum, tree) => sum + (1 << levelOf(tree, height)), 0);

/** Finds group i. */
export function findGroup(trees: readonly TreeLayout[], height: number, i: number, found: Group): void {
  let body = 0;
  let local = i;
  for (; local >= 1 << levelOf(trees[body], height); body++) local -= 1 << levelOf(trees[body], height);
  found.body = body;
  found.node = (1 << levelOf(trees[body], height)) + local;
}

/** A node's leaves: how many, and with that factor to the first one. */
export const leavesBelow = (tree: TreeLayout, node: number): number => leafCount(tree) >> (31 - Math.clz32(node));

/** Where a node's box is. */
export const boxOf = (tree: TreeLayout, node: number): number => BOX_STRIDE * (tree.nodeBase + node - 1);

/** Sets the box of a group from a node's. @param groupBox lower corner, upper corner, written */
export function setGroupBox(groupBox: Float32Array, boxes: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    groupBox[axis] = boxes[at + axis];
    groupBox[axis + 3] = boxes[at + 4 + axis];
  }
}
