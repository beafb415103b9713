/**
 * Bounding volume hierarchy (BVH) as a complete binary tree without pointers: the children of node k are 2k+1 and 2k+2, and all leaves
 * lie on the same level. A tree consists of the order of its primitives (made by a rebuild) and its boxes (made by a refit).
 * Everything else follows from the number of primitives and the level of the leaves. So the depth is bounded, and the stack of a
 * traversal can't overflow. The trees of a forest, one per body, are stored one after another in common arrays.
 *
 * Leaf j (0 <= j < 2^levels) holds the primitives order[leafStart(j) .. leafStart(j+1)]. The sizes of leaves differ by at most one.
 */
export interface TreeLayout {
  /** Number of primitives (tetrahedra, boundary faces, boundary edges or bodies). */
  readonly primitiveCount: number;
  /** Level of the leaves; the root has level 0. There are 2^levels leaves and 2^(levels+1) - 1 nodes. */
  readonly levels: number;
  /** Index of this tree's root among the forest's nodes. */
  readonly nodeBase: number;
  /** Index of this tree's first primitive in the forest's order. */
  readonly orderBase: number;
}

/** Floats per node in an array of boxes: lower corner, unused, upper corner, unused. An empty box has lower > upper. */
export const BOX_STRIDE = 8;

/**
 * Mask for array indices. A masked index is below 2^30, so JavaScript engines know that sums with it can't overflow and omit a check.
 * This saves an eighth of the time of a traversal or a refit.
 */
export const INDEX_MASK = 0x3fff_ffff;

/** Maximum number of primitives per leaf. Smaller leaves cost more box tests, larger leaves more tests of primitives. */
export const LEAF_SIZE = 4;

// Shifts are used instead of powers. Engines represent powers, and all indices derived from them, as floats, and a refit takes twice as long.
export const leafCount = (layout: TreeLayout): number => 1 << layout.levels;
export const nodeCount = (layout: TreeLayout): number => (1 << (layout.levels + 1)) - 1;

/** Returns the level of the leaves of a tree whose leaves hold at most `leafSize` primitives. */
export function treeLevels(primitiveCount: number, leafSize: number): number {
  let levels = 0;
  while (leafSize * 2 ** levels < primitiveCount) levels++;
  return levels;
}

/** Returns the index in the order at which the primitives of leaf `leaf` begin. They end where the primitives of the next leaf begin. */
export function leafStart(primitiveCount: number, levels: number, leaf: number): number {
  const size = primitiveCount >>> levels;
  const larger = primitiveCount - (size << levels);
  return leaf * size + Math.min(leaf, larger);
}

/** Lays out the trees of a forest one after another. @param primitiveCounts one per tree    @param leafSize maximum number of primitives per leaf */
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
