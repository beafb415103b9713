import { BOX_STRIDE, leafStart, type TreeLayout } from './tree.ts';

/** Primitives of one body: vertex ids local to it, `corners` each. */
export interface Primitives {
  readonly vertices: Uint32Array;
  readonly corners: number;
  /** Vertex of the positions that is the body's vertex 0. */
  readonly vertexBase: number;
}

/**
 * Writes the boxes of leaves begin .. end: the very bounds of their primitives' corners, which float32 holds exactly.
 * @param positions [m], 3 a vertex
 * @param grow keeps what the boxes hold already: called twice, they bound a motion on straight lines
 */
export function fitLeaves(
  layout: TreeLayout,
  begin: number,
  end: number,
  order: Uint32Array,
  primitives: Primitives,
  positions: Float32Array,
  boxes: Float32Array,
  grow: boolean,
): void {
  const { primitiveCount, levels, orderBase, nodeBase } = layout;
  for (let leaf = begin; leaf < end; leaf++) {
    const at = BOX_STRIDE * (nodeBase + (1 << levels) - 1 + leaf);
    if (!grow) emptyBox(boxes, at);
    const last = orderBase + leafStart(primitiveCount, levels, leaf + 1);
    for (let k = orderBase + leafStart(primitiveCount, levels, leaf); k < last; k++)
      growToPrimitive(boxes, at, primitives, order[k], positions);
  }
}

function emptyBox(boxes: Float32Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[at + k] = Infinity;
    boxes[at + 4 + k] = -Infinity;
  }
}

/** Comparisons instead of Math.min, so that a corner that isn't a number leaves the box alone. */
function growToPrimitive(boxes: Float32Array, at: number, of: Primitives, primitive: number, positions: Float32Array) {
  let x0 = boxes[at];
  let y0 = boxes[at + 1];
  let z0 = boxes[at + 2];
  let x1 = boxes[at + 4];
  let y1 = boxes[at + 5];
  let z1 = boxes[at + 6];
  const last = of.corners * (primitive + 1);
  for (let k = of.corners * primitive; k < last; k++) {
    const v = 3 * (of.vertexBase + of.vertices[k]);
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    if (x < x0) x0 = x;
    if (y < y0) y0 = y;
    if (z < z0) z0 = z;
    if (x > x1) x1 = x;
    if (y > y1) y1 = y;
    if (z > z1) z1 = z;
  }
  setBox(boxes, at, x0, y0, z0, x1, y1, z1);
}

/** Writes the boxes of inner nodes begin .. end of one tree (ids as in tree.ts) from their children's, the last node first. */
export function fitInnerNodes(layout: TreeLayout, begin: number, end: number, boxes: Float32Array): void {
  for (let node = end - 1; node >= begin; node--) {
    const at = BOX_STRIDE * (layout.nodeBase + node);
    const a = BOX_STRIDE * (layout.nodeBase + 2 * node + 1);
    const b = a + BOX_STRIDE;
    setBox(
      boxes,
      at,
      boxes[a] < boxes[b] ? boxes[a] : boxes[b],
      boxes[a + 1] < boxes[b + 1] ? boxes[a + 1] : boxes[b + 1],
      boxes[a + 2] < boxes[b + 2] ? boxes[a + 2] : boxes[b + 2],
      boxes[a + 4] > boxes[b + 4] ? boxes[a + 4] : boxes[b + 4],
      boxes[a + 5] > boxes[b + 5] ? boxes[a + 5] : boxes[b + 5],
      boxes[a + 6] > boxes[b + 6] ? boxes[a + 6] : boxes[b + 6],
    );
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
  for (let leaf = 0; leaf < 2 ** levels; leaf++) {
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
  fitInnerNodes(layout, 0, 2 ** levels - 1, boxes);
}

function setBox(
  boxes: Float32Array,
  at: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
) {
  boxes[at] = x0;
  boxes[at + 1] = y0;
  boxes[at + 2] = z0;
  boxes[at + 4] = x1;
  boxes[at + 5] = y1;
  boxes[at + 6] = z1;
}
