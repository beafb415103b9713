/**
 * Bounding volume hierarchy (BVH) as a complete binary tree without pointers: the children of node k are 2k+1 and 2k+2, and all leaves
 * lie on the same level. A tree consists of the order of its primitives (made by a rebuild) and its boxes (made by a refit).
 * Everything else follows from the number of primitives and the level of the leaves; so the depth is bounded, and a traversal's stack
 * can't overflow.
 *
 * Leaf j (0 <= j < 2^levels) holds order[leafStart(j) .. leafStart(j+1)]; the sizes of leaves differ by at most one.
 */
export interface TreeLayout {
  /** n: number of primitives (tetrahedra, boundary faces, boundary edges or bodies). */
  readonly primitiveCount: number;
  /** The level of the leaves; 2^levels leaves, 2^(levels+1) - 1 nodes. */
  readonly levels: number;
  /** Number of the forest's nodes before this tree's. */
  readonly nodeBase: number;
  /** Number of primitives in the forest's order before this tree's. */
  readonly orderBase: number;
}

/** Floats per node in an array of boxes: lower corner, unused, upper corner, unused. An empty box has lower > upper. */
export const BOX_STRIDE = 8;

/**
 * Mask for array indices. JavaScript engines know that a sum with a number below 2^30 can't overflow, and then skip the check. Saves
 * an eighth of a traversal or a refit.
 */
export const INDEX_MASK = 0x3fff_ffff;

/** Most primitives per leaf: a compromise between one more box test and four more element tests. */
export const LEAF_SIZE = 4;

// Shifts instead of powers, which engines represent as floats, along with all indices derived from them: twice the time of a refit.
export const leafCount = (layout: TreeLayout): number => 1 << layout.levels;
export const nodeCount = (layout: TreeLayout): number => (1 << (layout.levels + 1)) - 1;

/** The level of the leaves of a tree over n primitives with at most `leafSize` in each. */
export function treeLevels(primitiveCount: number, leafSize: number): number {
  let levels = 0;
  while (leafSize * 2 ** levels < primitiveCount) levels++;
  return levels;
}

/** Place in the order at which leaf j's primitives begin; they end where those of leaf j + 1 begin. */
export function leafStart(primitiveCount: number, levels: number, leaf: number): number {
  const size = primitiveCount >>> levels;
  const larger = primitiveCount - (size << levels);
  return leaf * size + Math.min(leaf, larger);
}

/** Lays out the trees of a forest one after another. @param primitiveCounts one per tree    @param leafSize most primitives per leaf */
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
