import { createLeafVertices, type LeafVertices, listVertices, type Primitives } from './leaf-vertices.ts';
import { BOX_STRIDE, INDEX_MASK, leafCount, leafStart, nodeCount, type TreeLayout } from './tree.ts';

/**
 * Writes the boxes of leaves begin .. end: the exact bounds of the leaves' vertices, whose coordinates are float32 numbers.
 *
 * Branches on which vertex is lowest would be unpredictable. So vertices are selected by arithmetic on comparisons, which takes less
 * than half the time. Vertices are taken in pairs: one comparison per axis decides which of the two can lower the box's lower bound, and
 * which can raise its upper bound.
 * @param vertices lists of the leaves' vertices (listVertices), made from the current order
 * @param positions [m], 3 per vertex; if a vertex has a NaN, the leaf's box may not cover the leaf's other vertices
 * @param grow if true, the present boxes are enlarged instead of replaced. A first call with the positions at the start of a straight
 * motion, and a second call with those at its end and `grow`, bound the whole motion
 */
export function fitLeaves(
  layout: TreeLayout,
  begin: number,
  end: number,
  { corners, places, counts }: LeafVertices,
  positions: Float32Array,
  boxes: Float32Array,
  grow: boolean,
): void {
  const { primitiveCount, levels, orderBase, nodeBase } = layout;
  const leafBase = nodeBase + (1 << levels) - 1;
  for (let leaf = begin; leaf < end; leaf++) {
    const at = (BOX_STRIDE * (leafBase + leaf)) & INDEX_MASK;
    const count = counts[leafBase + leaf];
    if (count === 0) {
      if (!grow) emptyBox(boxes, at);
      continue;
    }
    let k = (corners * (orderBase + leafStart(primitiveCount, levels, leaf))) & INDEX_MASK;
    const kEnd = k + count;
    // x0, y0, z0 and x1, y1, z1: indices in `positions` of the lowest and the highest coordinates so far.
    const a = places[k] & INDEX_MASK;
    const b = places[k + Number(count > 1)] & INDEX_MASK;
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
    // The next pair. If the number of vertices is odd, the second vertex is taken again.
    for (k += 2 - (count & 1); k + 1 < kEnd; k += 2) {
      const c = places[k] & INDEX_MASK;
      const d = places[k + 1] & INDEX_MASK;
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
    if (grow) {
      growLower(boxes, at, positions[x0], positions[y0], positions[z0]);
      growUpper(boxes, at + 4, positions[x1], positions[y1], positions[z1]);
    } else {
      // (To write an empty box and grow it would take longer, since it reads values that were just written.)
      boxes[at] = numberOr(Infinity, positions[x0]);
      boxes[at + 1] = numberOr(Infinity, positions[y0]);
      boxes[at + 2] = numberOr(Infinity, positions[z0]);
      boxes[at + 4] = numberOr(-Infinity, positions[x1]);
      boxes[at + 5] = numberOr(-Infinity, positions[y1]);
      boxes[at + 6] = numberOr(-Infinity, positions[z1]);
    }
  }
}

/** Returns the index, a or b, of the lower of two numbers; a if they are equal or one of them is NaN. */
const lower = (numbers: Float32Array, a: number, b: number): number => a ^ ((a ^ b) & -Number(numbers[b] < numbers[a]));
/** Returns the index, a or b, of the higher of two numbers; a if they are equal or one of them is NaN. */
const higher = (numbers: Float32Array, a: number, b: number): number =>
  a ^ ((a ^ b) & -Number(numbers[b] > numbers[a]));

/** Returns `x`, or `otherwise` if x is NaN, since all comparisons with a NaN in a box would fail. */
const numberOr = (otherwise: number, x: number): number => (Number.isNaN(x) ? otherwise : x);

function emptyBox(boxes: Float32Array, at: number): void {
  boxes[at] = boxes[at + 1] = boxes[at + 2] = Infinity;
  boxes[at + 4] = boxes[at + 5] = boxes[at + 6] = -Infinity;
}

function growLower(boxes: Float32Array, at: number, x: number, y: number, z: number): void {
  if (x < boxes[at]) boxes[at] = x;
  if (y < boxes[at + 1]) boxes[at + 1] = y;
  if (z < boxes[at + 2]) boxes[at + 2] = z;
}

function growUpper(boxes: Float32Array, at: number, x: number, y: number, z: number): void {
  if (x > boxes[at]) boxes[at] = x;
  if (y > boxes[at + 1]) boxes[at + 1] = y;
  if (z > boxes[at + 2]) boxes[at + 2] = z;
}

/** Writes the boxes of inner nodes begin .. end of one tree from the boxes of their children, last node first. Nodes are numbered as in tree.ts. */
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

/** Writes all boxes of a tree that shares its arrays with no other tree. */
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
  fitLeaves(layout, 0, leaves, vertices, positions, boxes, false);
  fitInnerNodes(layout, 0, leaves - 1, boxes);
}

/**
 * Writes all boxes of a tree whose primitives are trees themselves (bodies).
 * @param from array with the boxes of these trees    @param roots layout of each of these trees; its root's box bounds the primitive
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
