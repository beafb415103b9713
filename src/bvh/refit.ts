import { BOX_STRIDE, INDEX_MASK, leafStart, type TreeLayout } from './tree.ts';

/** Primitives of one body: vertex ids local to it, `corners` each. */
export interface Primitives {
  readonly vertices: Uint32Array;
  readonly corners: number;
  /** Vertex of the positions that is the body's vertex 0. */
  readonly vertexBase: number;
}

/**
 * Writes the boxes of leaves begin .. end: the very bounds of their primitives' corners, which float32 holds exactly.
 *
 * Which corner is the lowest is a coin's toss that no processor foretells, so corners are chosen by arithmetic on
 * comparisons instead of by branches: in less than half the time.
 * @param positions [m], 3 a vertex; a primitive with one that isn't a number may be left out
 * @param grow keeps what the boxes hold already: called twice, they bound a motion on straight lines
 */
export function fitLeaves(
  layout: TreeLayout,
  begin: number,
  end: number,
  order: Uint32Array,
  { vertices, corners, vertexBase }: Primitives,
  positions: Float32Array,
  boxes: Float32Array,
  grow: boolean,
): void {
  const { primitiveCount, levels, orderBase, nodeBase } = layout;
  let last = orderBase + leafStart(primitiveCount, levels, begin);
  for (let leaf = begin; leaf < end; leaf++) {
    const at = (BOX_STRIDE * (nodeBase + (1 << levels) - 1 + leaf)) & INDEX_MASK;
    if (!grow) emptyBox(boxes, at);
    const first = last;
    last = orderBase + leafStart(primitiveCount, levels, leaf + 1);
    if (first === last) continue;
    // Places in `positions` of the lowest and the highest coordinates so far.
    let x0 = (3 * (vertexBase + vertices[corners * order[first]])) & INDEX_MASK;
    let y0 = x0 + 1;
    let z0 = x0 + 2;
    let x1 = x0;
    let y1 = y0;
    let z1 = z0;
    for (let i = first; i < last; i++) {
      let k = (corners * order[i]) & INDEX_MASK;
      const kEnd = k + corners;
      // Corners in twos, since one comparison tells for both ends of the box which of them matters; then what is left.
      for (; k + 1 < kEnd; k += 2) {
        const a = (3 * (vertexBase + vertices[k])) & INDEX_MASK;
        const b = (3 * (vertexBase + vertices[k + 1])) & INDEX_MASK;
        const x = (a ^ b) & -Number(positions[a] < positions[b]);
        x0 = lower(positions, x0, b ^ x);
        x1 = higher(positions, x1, a ^ x);
        const ay = a + 1;
        const by = b + 1;
        const y = (ay ^ by) & -Number(positions[ay] < positions[by]);
        y0 = lower(positions, y0, by ^ y);
        y1 = higher(positions, y1, ay ^ y);
        const az = a + 2;
        const bz = b + 2;
        const z = (az ^ bz) & -Number(positions[az] < positions[bz]);
        z0 = lower(positions, z0, bz ^ z);
        z1 = higher(positions, z1, az ^ z);
      }
      if (k === kEnd) continue;
      const c = (3 * (vertexBase + vertices[k])) & INDEX_MASK;
      x0 = lower(positions, x0, c);
      x1 = higher(positions, x1, c);
      y0 = lower(positions, y0, c + 1);
      y1 = higher(positions, y1, c + 1);
      z0 = lower(positions, z0, c + 2);
      z1 = higher(positions, z1, c + 2);
    }
    growLower(boxes, at, positions[x0], positions[y0], positions[z0]);
    growUpper(boxes, at + 4, positions[x1], positions[y1], positions[z1]);
  }
}

/** Of two places that of the lower number, the first of equal ones; `b` never where it isn't a number. */
const lower = (numbers: Float32Array, a: number, b: number): number => a ^ ((a ^ b) & -Number(numbers[b] < numbers[a]));
const higher = (numbers: Float32Array, a: number, b: number): number =>
  a ^ ((a ^ b) & -Number(numbers[b] > numbers[a]));

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

/** Writes the boxes of inner nodes begin .. end of one tree (ids as in tree.ts) from their children's, the last node first. */
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

/** Writes the boxes of a whole tree from the boxes of its primitives: node `nodes[i]` of `from` is primitive i's. */
export function fitBoxes(
  layout: TreeLayout,
  order: Uint32Array,
  from: Float32Array,
  nodes: (primitive: number) => number,
  boxes: Float32Array,
): void {
  const { primitiveCount, levels, orderBase, nodeBase } = layout;
  for (let leaf = 0; leaf < 1 << levels; leaf++) {
    const at = BOX_STRIDE * (nodeBase + (1 << levels) - 1 + leaf);
    emptyBox(boxes, at);
    const last = orderBase + leafStart(primitiveCount, levels, leaf + 1);
    for (let k = orderBase + leafStart(primitiveCount, levels, leaf); k < last; k++) {
      const box = BOX_STRIDE * nodes(order[k]);
      for (let axis = 0; axis < 3; axis++) {
        boxes[at + axis] = Math.min(boxes[at + axis], from[box + axis]);
        boxes[at + 4 + axis] = Math.max(boxes[at + 4 + axis], from[box + 4 + axis]);
      }
    }
  }
  fitInnerNodes(layout, 0, (1 << levels) - 1, boxes);
}
