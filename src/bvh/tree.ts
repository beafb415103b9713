/**
 * A bounding volume hierarchy as a complete binary tree without pointers: node k's children are
 * 2k+1 and 2k+2, and all leaves lie on the same level. A tree is its primitives' order (what a
 * rebuild makes) and its boxes (what a refit makes); everything else follows from two numbers, so
 * its depth is bounded and a walk's stack can't overflow.
 *
 * Leaf j (0 <= j < 2^levels) holds order[leafStart(j) .. leafStart(j+1)]; sizes of leaves differ by one at most.
 */
export interface TreeLayout {
  /** n: number of primitives (tetrahedra, boundary faces, boundary edges or bodies). */
  readonly primitiveCount: number;
  /** The level of the leaves; 2^levels leaves, 2^(levels+1) - 1 nodes. */
  readonly levels: number;
  /** Where this tree's nodes start among its forest's. */
  readonly nodeBase: number;
  /** Where this tree's primitives start in its forest's order. */
  readonly orderBase: number;
}

/** Floats a node in an array of boxes: lower corner, unused, upper corner, unused. An empty box has lower > upper. */
export const BOX_STRIDE = 8;

/**
 * A mask for indices of arrays: of sums with a number below 2^30 engines know that they don't overflow, and don't check it
 * each time. Worth an eighth of a walk or a refit.
 */
export const INDEX_MASK = 0x3fff_ffff;

/** Primitives a leaf holds at most: between one box test more and four element tests more. */
export const LEAF_SIZE = 4;

// Shifts, since engines hold powers as floats, and all indices made with them too: twice the time of a walk or a refit.
export const leafCount = (layout: TreeLayout): number => 1 << layout.levels;
export const nodeCount = (layout: TreeLayout): number => (1 << (layout.levels + 1)) - 1;

/** The level of the leaves of a tree over n primitives with at most `leafSize` in each. */
export function treeLevels(primitiveCount: number, leafSize: number): number {
  let levels = 0;
  while (leafSize * 2 ** levels < primitiveCount) levels++;
  return levels;
}

/** Where leaf j's primitives start in the order; the end is the start of j + 1. */
export function leafStart(primitiveCount: number, levels: number, leaf: number): number {
  const size = primitiveCount >>> levels;
  const larger = primitiveCount - (size << levels);
  return leaf * size + Math.min(leaf, larger);
}

/** Lays out one tree for each count, one after another. */
export function layoutForest(primitiveCounts: readonly number[], leafSize: number): TreeLayout[] {
  let nodeBase = 0;
  let orderBase = 0;
  return primitiveCounts.map((primitiveCount) => {
    const layout = { primitiveCount, levels: treeLevels(primitiveCount, leafSize), nodeBase, orderBase };
    nodeBase += nodeCount(layout);
    orderBase += primitiveCount;
    return layout;
  });
}
