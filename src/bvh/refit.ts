import { fitInnerNodes, fitLeaves } from './fit-boxes.ts';
import { type LeafVertices, leafVerticesIn, listVertices, type Primitives } from './leaf-vertices.ts';
import { BOX_STRIDE, leafCount, leafStart, nodeCount, type TreeLayout, leafVerticesLength } from './tree.ts';

/**
 * Writes the boxes of leaves `begin` to `end` - 1: the bounds of their vertices.
 * @param kernel fitLeaves, in TypeScript or with SIMD
 * @param lists the leaves' vertices, valid for the current order
 * @param points, rise positions or boxes of the vertices, as in fitLeaves
 */
export function refitLeaves(
  kernel: typeof fitLeaves,
  { primitiveCount, levels, nodeBase }: TreeLayout,
  begin: number,
  end: number,
  { offsets, ranges }: LeafVertices,
  points: Float32Array,
  rise: number,
  boxes: Float32Array,
): void {
  const leafBase = nodeBase + (1 << levels) - 1;
  // If there are fewer primitives than leaves, each of the first leaves holds one primitive, and the others none (leafStart in tree.ts).
  const filled = primitiveCount >= 1 << levels ? end : Math.min(end, Math.max(begin, primitiveCount));
  kernel(points, rise, offsets, ranges, boxes, leafBase + begin, leafBase + filled);
  for (let leaf = filled; leaf < end; leaf++) emptyBox(boxes, BOX_STRIDE * (leafBase + leaf));
}

/** Writes an empty box. @param at offset in `boxes` */
export function emptyBox(boxes: Float32Array, at: number): void {
  boxes[at] = boxes[at + 1] = boxes[at + 2] = Infinity;
  boxes[at + 4] = boxes[at + 5] = boxes[at + 6] = -Infinity;
}

/** Writes all boxes of a tree that is the only tree of its forest. */
export function fitTree(
  layout: TreeLayout,
  order: Uint32Array,
  primitives: Primitives,
  positions: Float32Array,
  boxes: Float32Array,
): void {
  const leaves = leafCount(layout);
  const sizes = [layout.primitiveCount, nodeCount(layout), primitives.corners] as const;
  const lists = leafVerticesIn(new Uint32Array(leafVerticesLength(...sizes)), ...sizes);
  listVertices(layout, 0, leaves, order, primitives, lists);
  refitLeaves(fitLeaves, layout, 0, leaves, lists, positions, 0, boxes);
  fitInnerNodes(boxes, layout.nodeBase, 0, leaves - 1);
}

/**
 * Writes all boxes of a tree whose primitives are themselves trees: primitive i has the box of the root of `roots[i]`.
 * @param from boxes of the forest of `roots`    @param boxes output
 */
export function fitBoxes(
  layout: TreeLayout,
  order: Uint32Array,
  from: Float32Array,
  roots: readonly TreeLayout[],
  boxes: Float32Array,
): void {
  const { primitiveCount, levels, orderBase, nodeBase } = layout;
  for (let leaf = 0; leaf < 1 << levels; leaf++) {
    const at = BOX_STRIDE * (nodeBase + (1 << levels) - 1 + leaf);
    emptyBox(boxes, at);
    const last = orderBase + leafStart(primitiveCount, levels, leaf + 1);
    for (let k = orderBase + leafStart(primitiveCount, levels, leaf); k < last; k++) {
      const box = BOX_STRIDE * roots[order[k]].nodeBase;
      for (let axis = 0; axis < 3; axis++) {
        boxes[at + axis] = Math.min(boxes[at + axis], from[box + axis]);
        boxes[at + 4 + axis] = Math.max(boxes[at + 4 + axis], from[box + 4 + axis]);
      }
    }
  }
  fitInnerNodes(boxes, nodeBase, 0, (1 << levels) - 1);
}
