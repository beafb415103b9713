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
 * holds). The lists are updated only if this order changes. All arrays are parts of one array, which workers may share.
 */
export interface LeafVertices {
  /** Corners per primitive. */
  readonly corners: number;
  /** For each place in the tree's order: 1 + the primitive for which the lists are valid, or 0 if the leaf has no valid list. */
  readonly listed: Uint32Array;
  /** For each node that is a leaf: begin and end (exclusive) of its vertices in `offsets`. */
  readonly ranges: Uint32Array;
  /** Offsets of the vertices in the array that the leaves are fitted to. */
  readonly offsets: Uint32Array;
}

/** Returns the lists in an array of leafVerticesLength words (tree.ts), in which they are empty if all words are 0. Parameters as there. */
export function leafVerticesIn(words: Uint32Array, primitives: number, nodes: number, corners: number): LeafVertices {
  const ranges = (1 + corners) * primitives;
  return {
    corners,
    listed: words.subarray(0, primitives),
    offsets: words.subarray(primitives, ranges),
    ranges: words.subarray(ranges, ranges + 2 * nodes),
  };
}

/**
 * Lists the vertices of leaves `begin` to `end` - 1, unless their lists are valid for the current order. Comparing the orders takes far less
 * time than listing.
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
  const { listed } = lists;
  let i = orderBase + leafStart(primitiveCount, levels, begin);
  const last = orderBase + leafStart(primitiveCount, levels, end);
  while (i < last && listed[i] === order[i] + 1) i++;
  if (i === last) return;
  for (let leaf = begin; leaf < end; leaf++) {
    const from = orderBase + leafStart(primitiveCount, levels, leaf);
    const to = orderBase + leafStart(primitiveCount, levels, leaf + 1);
    // A worker may die here, and others then use what it has written. So the list counts as valid only when it is complete.
    listed.fill(0, from, to);
    const node = nodeBase + (1 << levels) - 1 + leaf;
    lists.ranges[2 * node] = lists.corners * from;
    lists.ranges[2 * node + 1] = listLeaf(from, to, order, primitives, lists.offsets);
    for (let k = from; k < to; k++) listed[k] = order[k] + 1;
  }
}

/**
 * Lists the vertices of one leaf.
 * @param from, to the leaf's primitives are order[from] to order[to - 1]
 * @returns the end of the leaf's list in `offsets`
 */
function listLeaf(
  from: number,
  to: number,
  order: Uint32Array,
  { vertices, corners, vertexBase, stride }: Primitives,
  offsets: Uint32Array,
): number {
  const first = corners * from;
  let next = first;
  for (let i = from; i < to; i++) {
    const primitive = order[i];
    for (let k = corners * primitive; k < corners * (primitive + 1); k++) {
      const offset = stride * (vertexBase + vertices[k]);
      let listed = first;
      while (listed < next && offsets[listed] !== offset) listed++;
      if (listed === next) offsets[next++] = offset;
    }
  }
  return next;
}
