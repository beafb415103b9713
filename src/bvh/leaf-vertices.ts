import { leafStart, type TreeLayout } from './tree.ts';

/** Primitives of one body: vertex ids local to it, `corners` per primitive. */
export interface Primitives {
  readonly vertices: Uint32Array;
  readonly corners: number;
  /** Vertex in the positions that is the body's vertex 0. */
  readonly vertexBase: number;
}

/**
 * The vertices of each leaf of a forest, without repetition: adjacent primitives share vertices, and a refit then needs neither the
 * order nor the primitives. The lists depend only on the order, so they are made anew only when the order changes.
 */
export interface LeafVertices {
  /** Corners per primitive. */
  readonly corners: number;
  /** The order by which the vertices were listed. */
  readonly order: Uint32Array;
  /** Offsets of the vertices in the positions; a leaf's begin at `corners` times its first place in the order. */
  readonly places: Uint32Array;
  /** Number of vertices per leaf, indexed by its node. */
  readonly counts: Uint8Array;
}

/** Allocates lists for a forest with these numbers of primitives and nodes; nothing is listed yet. */
export const createLeafVertices = (primitives: number, nodes: number, corners: number): LeafVertices => ({
  corners,
  order: new Uint32Array(primitives).fill(0xffff_ffff),
  places: new Uint32Array(corners * primitives),
  counts: new Uint8Array(nodes),
});

/**
 * Lists the vertices of leaves begin .. end, unless they are already listed by the current order. Comparing the orders takes a
 * fortieth of a refit's time; listing takes as long as a refit.
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

/** Lists one leaf's vertices. @returns their number */
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
