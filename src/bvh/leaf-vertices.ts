import { leafStart, type TreeLayout } from './tree.ts';

/** Primitives of one body. */
export interface Primitives {
  /** Vertex ids local to the body, `corners` per primitive. */
  readonly vertices: Uint32Array;
  readonly corners: number;
  /** Index of the body's first vertex in the positions. */
  readonly vertexBase: number;
}

/**
 * The vertices of each leaf of a forest (several trees in one array). Each leaf lists a vertex once, although adjacent primitives share
 * vertices. With these lists, a refit reads neither the order nor the primitives. The lists depend only on the order, so they are made
 * anew only when the order changes.
 */
export interface LeafVertices {
  /** Corners per primitive. */
  readonly corners: number;
  /** Copy of the order from which the lists were made. */
  readonly order: Uint32Array;
  /** Offsets of the vertices in the positions. A leaf's list begins at `corners` times the index of its first primitive in the order. */
  readonly places: Uint32Array;
  /** Number of vertices per leaf, indexed by the leaf's node. */
  readonly counts: Uint8Array;
}

/** Allocates empty lists for a forest. @param primitives, nodes numbers of primitives and nodes    @param corners per primitive */
export const createLeafVertices = (primitives: number, nodes: number, corners: number): LeafVertices => ({
  corners,
  order: new Uint32Array(primitives).fill(0xffff_ffff),
  places: new Uint32Array(corners * primitives),
  counts: new Uint8Array(nodes),
});

/**
 * Lists the vertices of leaves begin .. end, unless the lists were already made from the same order. Comparing the orders takes a
 * fortieth of a refit's time; making the lists takes as long as a refit.
 */
export function listVertices(
  layout: TreeLayout,
  begin: number,
  end: number,
  order: Uint32Array,
  primitives: Primitives,
  listed: LeafVertices,
): void {
  const { primitiveCount, levels, orderBase, nodeBase } = layout;
  const known = listed.order;
  let i = orderBase + leafStart(primitiveCount, levels, begin);
  const last = orderBase + leafStart(primitiveCount, levels, end);
  while (i < last && known[i] === order[i]) i++;
  if (i === last) return;
  for (let leaf = begin; leaf < end; leaf++) {
    const from = orderBase + leafStart(primitiveCount, levels, leaf);
    const to = orderBase + leafStart(primitiveCount, levels, leaf + 1);
    listed.counts[nodeBase + (1 << levels) - 1 + leaf] = listLeaf(from, to, order, primitives, listed);
  }
}

/** Lists the vertices of one leaf, the primitives from .. to of the order. @returns the number of vertices */
function listLeaf(
  from: number,
  to: number,
  order: Uint32Array,
  { vertices, corners, vertexBase }: Primitives,
  { order: known, places }: LeafVertices,
): number {
  const first = corners * from;
  let next = first;
  for (let i = from; i < to; i++) {
    const primitive = order[i];
    known[i] = primitive;
    for (let k = corners * primitive; k < corners * (primitive + 1); k++) {
      const place = 3 * (vertexBase + vertices[k]);
      let same = first;
      while (same < next && places[same] !== place) same++;
      if (same === next) places[next++] = place;
    }
  }
  return next - first;
}
