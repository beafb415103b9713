import type { Index } from '../math/integers.ts';
import { higher, lower } from '../math/select.ts';
import { BOX_STRIDE, INDEX_MASK } from './tree.ts';

// Kernels that write boxes (tree.ts), exact in float32. The build makes SIMD kernels from their text, in which the axes are the lanes
// (docs/kernels.md).

/**
 * Writes the boxes of leaves that hold vertices: the bounds of the vertices' positions, or of their boxes.
 * @param points positions [m], 3 per vertex; or one box per vertex. NaN is no bound; but if a coordinate of a leaf's first vertex is NaN,
 *   the leaf's box is empty
 * @param rise distance from a vertex's lower to its upper corner in `points`: 0 for positions, 4 for boxes
 * @param offsets, ranges the leaves' vertices (LeafVertices), with offsets in `points`
 * @param begin, end the leaves' nodes, counted over the forest
 */
export function fitLeaves(
  points: Float32Array,
  rise: Index,
  offsets: Uint32Array,
  ranges: Uint32Array,
  boxes: Float32Array,
  begin: Index,
  end: Index,
): void {
  for (let node = begin; node < end; node++) {
    const at = (BOX_STRIDE * node) & INDEX_MASK;
    const first = ranges[2 * node] & INDEX_MASK;
    const last = ranges[2 * node + 1] & INDEX_MASK;
    const p = offsets[first] & INDEX_MASK;
    for (let axis = 0; axis < 3; axis++) {
      let low = p + axis;
      let high = p + rise + axis;
      for (let k = first + 1; k < last; k++) {
        const q = offsets[k] & INDEX_MASK;
        low = lower(points, low, q + axis);
        high = higher(points, high, q + rise + axis);
      }
      const x0 = points[low];
      const x1 = points[high];
      // A NaN in a box would make all comparisons with the box fail.
      boxes[at + axis] = x0 < Infinity ? x0 : Infinity;
      boxes[at + 4 + axis] = x1 > -Infinity ? x1 : -Infinity;
    }
  }
}

/**
 * Writes the boxes of a tree's inner nodes `begin` to `end` - 1 from their children's boxes, last node first (tree.ts numbers the nodes).
 * @param nodeBase number of nodes of the trees before this one in the forest
 */
export function fitInnerNodes(boxes: Float32Array, nodeBase: Index, begin: Index, end: Index): void {
  for (let i = begin; i < end; i++) {
    const node = (begin + end - 1 - i) & INDEX_MASK;
    const at = (BOX_STRIDE * (nodeBase + node)) & INDEX_MASK;
    const a = (BOX_STRIDE * (nodeBase + 2 * node + 1)) & INDEX_MASK;
    const b = a + BOX_STRIDE;
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = boxes[lower(boxes, b + axis, a + axis)];
      boxes[at + 4 + axis] = boxes[higher(boxes, b + 4 + axis, a + 4 + axis)];
    }
  }
}

/**
 * Writes the boxes of a body's edges `begin` to `end` - 1 from their vertices' boxes. It also writes the two numbers beside the corners
 * (in CCD's boxes class and mark, MOTION_BOX): the higher ones of the two vertices.
 * @param base number of edges before the body's first one in `boxes`
 * @param vertices vertex ids local to the body, 2 per edge
 * @param vertexBoxes boxes of vertices, without NaN
 * @param vertexBase number of vertices before the body's first one in `vertexBoxes`
 */
export function fitEdges(
  boxes: Float32Array,
  base: Index,
  vertices: Uint32Array,
  vertexBoxes: Float32Array,
  vertexBase: Index,
  begin: Index,
  end: Index,
): void {
  for (let i = begin; i < end; i++) {
    const at = (BOX_STRIDE * (base + i)) & INDEX_MASK;
    const a = (BOX_STRIDE * (vertexBase + vertices[2 * i])) & INDEX_MASK;
    const b = (BOX_STRIDE * (vertexBase + vertices[2 * i + 1])) & INDEX_MASK;
    for (let axis = 0; axis < 3; axis++) boxes[at + axis] = vertexBoxes[lower(vertexBoxes, a + axis, b + axis)];
    for (let k = 3; k < 8; k++) boxes[at + k] = vertexBoxes[higher(vertexBoxes, a + k, b + k)];
  }
}

/**
 * Writes the boxes of a body's faces, and the two numbers beside the corners: the highest ones of the vertices. (CCD makes no use of a face's class; the
 * guarantee does.) Parameters as for fitEdges.
 */
export function fitFaces(
  boxes: Float32Array,
  base: Index,
  vertices: Uint32Array,
  vertexBoxes: Float32Array,
  vertexBase: Index,
  begin: Index,
  end: Index,
): void {
  for (let i = begin; i < end; i++) {
    const at = (BOX_STRIDE * (base + i)) & INDEX_MASK;
    const a = (BOX_STRIDE * (vertexBase + vertices[3 * i])) & INDEX_MASK;
    const b = (BOX_STRIDE * (vertexBase + vertices[3 * i + 1])) & INDEX_MASK;
    const c = (BOX_STRIDE * (vertexBase + vertices[3 * i + 2])) & INDEX_MASK;
    for (let axis = 0; axis < 3; axis++)
      boxes[at + axis] = vertexBoxes[lower(vertexBoxes, lower(vertexBoxes, a + axis, b + axis), c + axis)];
    for (let k = 3; k < 8; k++)
      boxes[at + k] = vertexBoxes[higher(vertexBoxes, higher(vertexBoxes, a + k, b + k), c + k)];
  }
}

/**
 * Writes the boxes of faces `begin` to `end` - 1 of an order, at their places in it. Other parameters as for fitFaces.
 * @param order faces local to the body, of all bodies one after another
 */
export function fitOrderedFaces(
  boxes: Float32Array,
  order: Uint32Array,
  vertices: Uint32Array,
  vertexBoxes: Float32Array,
  vertexBase: Index,
  begin: Index,
  end: Index,
): void {
  for (let i = begin; i < end; i++) {
    const at = (BOX_STRIDE * i) & INDEX_MASK;
    const face = order[i] & INDEX_MASK;
    const a = (BOX_STRIDE * (vertexBase + vertices[3 * face])) & INDEX_MASK;
    const b = (BOX_STRIDE * (vertexBase + vertices[3 * face + 1])) & INDEX_MASK;
    const c = (BOX_STRIDE * (vertexBase + vertices[3 * face + 2])) & INDEX_MASK;
    for (let axis = 0; axis < 3; axis++)
      boxes[at + axis] = vertexBoxes[lower(vertexBoxes, lower(vertexBoxes, a + axis, b + axis), c + axis)];
    for (let k = 4; k < 8; k++)
      boxes[at + k] = vertexBoxes[higher(vertexBoxes, higher(vertexBoxes, a + k, b + k), c + k)];
  }
}
