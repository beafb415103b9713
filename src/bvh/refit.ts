import { createLeafVertices, type LeafVertices, listVertices, type Primitives } from './leaf-vertices.ts';
import { BOX_STRIDE, INDEX_MASK, leafCount, leafStart, nodeCount, type TreeLayout } from './tree.ts';

/**
 * Writes the boxes of leaves `begin` to `end` - 1: the bounds of their vertices, exact in float32.
 *
 * Branches that depend on the vertices' order along an axis would be unpredictable. Arithmetic on comparisons selects the lowest and the
 * highest vertex instead, in less than half the time. Vertices are taken in pairs: after one comparison of the two, only the lower one is
 * compared with the box's lower bound, and only the higher one with its upper bound.
 * @param leafVertices lists of the leaves' vertices, valid for the current order
 * @param positions [m], 3 per vertex. If a coordinate of a leaf's vertex is NaN, the leaf's box may miss the other vertices
 */
export function fitLeaves(
  layout: TreeLayout,
  begin: number,
  end: number,
  { corners, offsets, counts }: LeafVertices,
  positions: Float32Array,
  boxes: Float32Array,
): void {
  const { primitiveCount, levels, orderBase, nodeBase } = layout;
  const leafBase = nodeBase + (1 << levels) - 1;
  for (let leaf = begin; leaf < end; leaf++) {
    const at = (BOX_STRIDE * (leafBase + leaf)) & INDEX_MASK;
    const count = counts[leafBase + leaf];
    if (count === 0) {
      emptyBox(boxes, at);
      continue;
    }
    let k = (corners * (orderBase + leafStart(primitiveCount, levels, leaf))) & INDEX_MASK;
    const kEnd = k + count;
    // x0 .. z1: indices in `positions` of the lowest (0) and highest (1) coordinates so far. For two indices a and b, x is a ^ b if the
    // coordinate at a is lower, else 0. So b ^ x is the index of the lower coordinate, and a ^ x that of the higher one.
    const a = offsets[k] & INDEX_MASK;
    const b = offsets[k + Number(count > 1)] & INDEX_MASK;
    const x = (a ^ b) & -Number(positions[a] < positions[b]);
    let x0 = b ^ x;
    let x1 = a ^ x;
    const ay = a + 1;
    const by = b + 1;
    const y = (ay ^ by) & -Number(positions[ay] < positions[by]);
    let y0 = by ^ y;
    let y1 = ay ^ y;
    const az = a + 2;
    const bz = b + 2;
    const z = (az ^ bz) & -Number(positions[az] < positions[bz]);
    let z0 = bz ^ z;
    let z1 = az ^ z;
    // If the number of vertices is odd, the second vertex is taken twice.
    for (k += 2 - (count & 1); k + 1 < kEnd; k += 2) {
      const c = offsets[k] & INDEX_MASK;
      const d = offsets[k + 1] & INDEX_MASK;
      const u = (c ^ d) & -Number(positions[c] < positions[d]);
      x0 = lower(positions, x0, d ^ u);
      x1 = higher(positions, x1, c ^ u);
      const cy = c + 1;
      const dy = d + 1;
      const v = (cy ^ dy) & -Number(positions[cy] < positions[dy]);
      y0 = lower(positions, y0, dy ^ v);
      y1 = higher(positions, y1, cy ^ v);
      const cz = c + 2;
      const dz = d + 2;
      const w = (cz ^ dz) & -Number(positions[cz] < positions[dz]);
      z0 = lower(positions, z0, dz ^ w);
      z1 = higher(positions, z1, cz ^ w);
    }
    boxes[at] = numberOr(Infinity, positions[x0]);
    boxes[at + 1] = numberOr(Infinity, positions[y0]);
    boxes[at + 2] = numberOr(Infinity, positions[z0]);
    boxes[at + 4] = numberOr(-Infinity, positions[x1]);
    boxes[at + 5] = numberOr(-Infinity, positions[y1]);
    boxes[at + 6] = numberOr(-Infinity, positions[z1]);
  }
}

/**
 * Writes the boxes of leaves `begin` to `end` - 1: the bounds of their vertices' boxes. It selects by arithmetic, like fitLeaves.
 * @param leafVertices lists of the leaves' vertices, with offsets in `vertexBoxes`
 * @param vertexBoxes one box per vertex, without NaN
 */
export function fitLeavesToBoxes(
  layout: TreeLayout,
  begin: number,
  end: number,
  { corners, offsets, counts }: LeafVertices,
  vertexBoxes: Float32Array,
  boxes: Float32Array,
): void {
  const { primitiveCount, levels, orderBase, nodeBase } = layout;
  const leafBase = nodeBase + (1 << levels) - 1;
  for (let leaf = begin; leaf < end; leaf++) {
    const at = (BOX_STRIDE * (leafBase + leaf)) & INDEX_MASK;
    const count = counts[leafBase + leaf];
    if (count === 0) {
      emptyBox(boxes, at);
      continue;
    }
    const first = (corners * (orderBase + leafStart(primitiveCount, levels, leaf))) & INDEX_MASK;
    // x0 .. z1: offsets of the boxes that have the lowest (0) and highest (1) bounds so far.
    let x0 = offsets[first] & INDEX_MASK;
    let y0 = x0 + 1;
    let z0 = x0 + 2;
    let x1 = x0 + 4;
    let y1 = x0 + 5;
    let z1 = x0 + 6;
    for (let k = first + 1; k < first + count; k++) {
      const a = offsets[k] & INDEX_MASK;
      x0 = lower(vertexBoxes, x0, a);
      y0 = lower(vertexBoxes, y0, a + 1);
      z0 = lower(vertexBoxes, z0, a + 2);
      x1 = higher(vertexBoxes, x1, a + 4);
      y1 = higher(vertexBoxes, y1, a + 5);
      z1 = higher(vertexBoxes, z1, a + 6);
    }
    boxes[at] = vertexBoxes[x0];
    boxes[at + 1] = vertexBoxes[y0];
    boxes[at + 2] = vertexBoxes[z0];
    boxes[at + 4] = vertexBoxes[x1];
    boxes[at + 5] = vertexBoxes[y1];
    boxes[at + 6] = vertexBoxes[z1];
  }
}

/** Returns the index of the lower of two numbers: `a` if they are equal or if the number at `b` is NaN. */
const lower = (numbers: Float32Array, a: number, b: number): number => a ^ ((a ^ b) & -Number(numbers[b] < numbers[a]));
/** Returns the index of the higher of two numbers: `a` if they are equal or if the number at `b` is NaN. */
const higher = (numbers: Float32Array, a: number, b: number): number =>
  a ^ ((a ^ b) & -Number(numbers[b] > numbers[a]));

/** Returns `x`, or `otherwise` if x is NaN. A NaN in a box would make all comparisons with the box fail. */
const numberOr = (otherwise: number, x: number): number => (Number.isNaN(x) ? otherwise : x);

function emptyBox(boxes: Float32Array, at: number): void {
  boxes[at] = boxes[at + 1] = boxes[at + 2] = Infinity;
  boxes[at + 4] = boxes[at + 5] = boxes[at + 6] = -Infinity;
}

/**
 * Writes the boxes of a tree's inner nodes `begin` to `end` - 1 from their children's boxes, last node first (tree.ts numbers the nodes).
 */
export function fitInnerNodes(layout: TreeLayout, begin: number, end: number, boxes: Float32Array): void {
  const base = BOX_STRIDE * layout.nodeBase;
  for (let node = end - 1; node >= begin; node--) {
    const at = (base + BOX_STRIDE * node) & INDEX_MASK;
    const a = (base + BOX_STRIDE * (2 * node + 1)) & INDEX_MASK;
    const b = a + BOX_STRIDE;
    boxes[at] = boxes[a + (BOX_STRIDE & (Number(boxes[a] < boxes[b]) - 1))];
    boxes[at + 1] = boxes[a + 1 + (BOX_STRIDE & (Number(boxes[a + 1] < boxes[b + 1]) - 1))];
    boxes[at + 2] = boxes[a + 2 + (BOX_STRIDE & (Number(boxes[a + 2] < boxes[b + 2]) - 1))];
    boxes[at + 4] = boxes[a + 4 + (BOX_STRIDE & (Number(boxes[a + 4] > boxes[b + 4]) - 1))];
    boxes[at + 5] = boxes[a + 5 + (BOX_STRIDE & (Number(boxes[a + 5] > boxes[b + 5]) - 1))];
    boxes[at + 6] = boxes[a + 6 + (BOX_STRIDE & (Number(boxes[a + 6] > boxes[b + 6]) - 1))];
  }
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
  const vertices = createLeafVertices(layout.primitiveCount, nodeCount(layout), primitives.corners);
  listVertices(layout, 0, leaves, order, primitives, vertices);
  fitLeaves(layout, 0, leaves, vertices, positions, boxes);
  fitInnerNodes(layout, 0, leaves - 1, boxes);
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
  fitInnerNodes(layout, 0, (1 << levels) - 1, boxes);
}
