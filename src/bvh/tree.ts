/**
 * Bounding volume hierarchy (BVH), by which collision detection and paths find the primitives near a point or in a box. It is stored as a
 * complete binary tree without pointers: the children of node k are 2k+1 and 2k+2, and all leaves lie on the same level. A tree consists of
 * the order of its primitives, which a rebuild writes, and its boxes, which a refit writes. Everything else follows from the number of
 * primitives and the level of the leaves. The depth is known beforehand, so a traversal's fixed-size stack can't overflow.
 *
 * Leaf j (0 <= j < 2^levels) contains the primitives order[leafStart(j)] to order[leafStart(j + 1) - 1]. The sizes of two leaves differ
 * by at most one. Several trees in the same arrays are a forest.
 */
export interface TreeLayout {
  /** Number of primitives: tetrahedra, boundary faces, boundary edges or bodies. */
  readonly primitiveCount: number;
  /** Level of the leaves; the root's level is 0. There are 2^levels leaves and 2^(levels + 1) - 1 nodes. */
  readonly levels: number;
  /** Number of nodes of the trees before this one in the forest. */
  readonly nodeBase: number;
  /** Number of primitives of the trees before this one in the forest. */
  readonly orderBase: number;
}

/** Floats per node in an array of boxes: lower corner (3), 1 unused, upper corner (3), 1 unused. In an empty box, lower > upper. */
export const BOX_STRIDE = 8;

/**
 * Mask for array indices. JavaScript engines know that a sum of a small number and a number below 2^30 can't overflow, and then leave out
 * the overflow check. This saves an eighth of the time of a traversal or a refit.
 */
export const INDEX_MASK = 0x3fff_ffff;

/** Maximum number of primitives per leaf. Larger leaves save box tests, but cost more tests of primitives. */
export const LEAF_SIZE = 4;

// These functions use shifts. Engines represent powers (2 ** n) and all indices computed from them as floats, which would make a refit take
// twice the time.
export const leafCount = (layout: TreeLayout): number => 1 << layout.levels;
export const nodeCount = (layout: TreeLayout): number => (1 << (layout.levels + 1)) - 1;

/** Returns the level of the leaves of a tree with at most `leafSize` primitives per leaf. */
export function treeLevels(primitiveCount: number, leafSize: number): number {
  let levels = 0;
  while (leafSize * 2 ** levels < primitiveCount) levels++;
  return levels;
}

/** Returns the index of a leaf's first primitive in the tree's order. The leaf's primitives end where the next leaf's begin. */
export function leafStart(primitiveCount: number, levels: number, leaf: number): number {
  const size = primitiveCount >>> levels;
  const larger = primitiveCount - (size << levels);
  return leaf * size + Math.min(leaf, larger);
}

/**
 * Lays out the trees of a forest one after another.
 * @param primitiveCounts number of primitives of each tree
 * @param leafSize maximum number of primitives per leaf
 */
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

/**
 * Returns the number of words of a forest's lists of leaves' vertices (LeafVertices).
 * @param primitives number of primitives    @param nodes number of nodes    @param corners corners per primitive
 */
export const leafVerticesLength = (primitives: number, nodes: number, corners: number): number =>
  (1 + corners) * primitives + 2 * nodes;

/** Returns the length of the list that leavesAt (leaves-at.ts) needs for a tree whose leaves lie at this level. */
export const leavesAtLength = (levels: number): number => 2 * ((1 << levels) + 1);
