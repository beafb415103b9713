import { leafStart, type TreeLayout } from './tree.ts';

/** Primitives of one body's tree: tetrahedra, boundary faces or boundary edges. */
export interface Primitives {
  /** Vertex ids local to the body, `corners` per primitive. */
  readonly vertices: Uint32Array;
  readonly corners: number;
  /** Number of vertices before the body's first vertex in the array of positions or boxes. */
  readonly vertexBase: number;
  /** Numbers per vertex in the array that the leaves are fitted to: 3 for positions, BOX_STRIDE for boxes. */
  readonly stride: number;
}

/**
 * Lists of the vertices of each leaf of a forest (trees in the same arrays, tree.ts). A vertex that several primitives of a leaf share is
 * listed once. With these lists a refit reads neither the primitives nor the tree's order (the array that tells which primitives each leaf
 * holds). The lists are updated only if this order changes.
 */
export interface LeafVertices {
  /** Corners per primitive. */
  readonly corners: number;
  /** Copy of the tree's order for which the lists are valid. */
  readonly order: Uint32Array;
  /**
   * Offsets of the vertices in the array that the leaves are fitted to. A leaf's list begins at `corners` times the leaf's first index in
   * the order.
   */
  readonly offsets: Uint32Array;
  /** Number of vertices per leaf, indexed by the leaf's node. */
  readonly counts: Uint8Array;
}

/** Allocates empty lists for a forest. @param primitives number of primitives    @param nodes number of nodes */
export const createLeafVertices = (primitives: number, nodes: number, corners: number): LeafVertices => ({
  corners,
  order: new Uint32Array(primitives).fill(0xffff_ffff),
  offsets: new Uint32Array(corners * primitives),
  counts: new Uint8Array(nodes),
});

/**
 * Lists the vertices of leaves `begin` to `end` - 1, unless their lists are valid for the current order. Comparing the orders takes
 * a fortieth of a refit's time; listing takes as long as a refit.
 */
export function listVertices(
  layout: TreeLayout,
  begin: number,
  end: number,
  order: Uint32Array,
  primitives: Primitives,
  lists: LeafVertices,
): void {
  const { primitiveCount, levels, orderBase, nodeBase } = layout;
  const listedOrder = lists.order;
  let i = orderBase + leafStart(primitiveCount, levels, begin);
  const last = orderBase + leafStart(primitiveCount, levels, end);
  while (i < last && listedOrder[i] === order[i]) i++;
  if (i === last) return;
  for (let leaf = begin; leaf < end; leaf++) {
    const from = orderBase + leafStart(primitiveCount, levels, leaf);
    const to = orderBase + leafStart(primitiveCount, levels, leaf + 1);
    lists.counts[nodeBase + (1 << levels) - 1 + leaf] = listLeaf(from, to, order, primitives, lists);
  }
}

/**
 * Lists the vertices of one leaf.
 * @param from, to the leaf's primitives are order[from] to order[to - 1]
 * @returns the number of vertices
 */
function listLeaf(
  from: number,
  to: number,
  order: Uint32Array,
  { vertices, corners, vertexBase, stride }: Primitives,
  { order: listedOrder, offsets }: LeafVertices,
): number {
  const first = corners * from;
  let next = first;
  for (let i = from; i < to; i++) {
    const primitive = order[i];
    listedOrder[i] = primitive;
    for (let k = corners * primitive; k < corners * (primitive + 1); k++) {
      const offset = stride * (vertexBase + vertices[k]);
      let listed = first;
      while (listed < next && offsets[listed] !== offset) listed++;
      if (listed === next) offsets[next++] = offset;
    }
  }
  return next - first;
}
