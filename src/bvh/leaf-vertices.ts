import { leafStart, type TreeLayout } from './tree.ts';

/** Primitives of one body: vertex ids local to it, `corners` each. */
export interface Primitives {
  readonly vertices: Uint32Array;
  readonly corners: number;
  /** Vertex of the positions that is the body's vertex 0. */
  readonly vertexBase: number;
}

/**
 * The vertices of each leaf of a forest, each of them once: neighbours share theirs, and who reads them needs neither the
 * order nor the primitives. They follow from the order alone, so they are listed anew only where it has changed.
 */
export interface LeafVertices {
  /** Corners of a primitive. */
  readonly corners: number;
  /** The order that they were listed by. */
  readonly order: Uint32Array;
  /** Places of vertices' coordinates in the positions; a leaf's start at `corners` times its first place in the order. */
  readonly places: Uint32Array;
  /** How many a leaf has, by its node. */
  readonly counts: Uint8Array;
}

/** Room for a forest over so many primitives with so many nodes; nothing is listed yet. */
export const createLeafVertices = (primitives: number, nodes: number, corners: number): LeafVertices => ({
  corners,
  order: new Uint32Array(primitives).fill(0xffff_ffff),
  places: new Uint32Array(corners * primitives),
  counts: new Uint8Array(nodes),
});

/**
 * Lists the vertices of leaves begin .. end, if their order isn't the one that they are listed by. To compare takes a
 * fortieth of a refit's time, to list as long as a refit.
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

/** @returns how many they are */
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
