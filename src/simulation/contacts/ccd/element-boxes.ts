import { BOX_STRIDE, INDEX_MASK } from '../../../bvh/tree.ts';
import type { Stage } from '../../program/stage.ts';
import { MOTION_BOX, type State, SWEEP } from '../../state.ts';

// Boxes of edges and faces for CCD, from the boxes of their vertices (motion-boxes.ts).

/**
 * Stage: writes faceReachBoxes if the stage sweepVertices has made new reachBoxes. The boxes are in the order of the BVH's leaves, so that
 * the faces of a leaf are contiguous. An element is a place in faceOrder.
 */
export const sweepPlaces: Stage = {
  count: ({ world, state }) => (state.sweep[SWEEP.isKept] === 1 ? 0 : world.faceCount),
  run({ world, state }, begin, end) {
    const { bodies, models } = world;
    for (let body = 0; body < bodies.length; body++) {
      const { model, faceBase, vertexBase } = bodies[body];
      const { faces, faceCount } = models[model].topology;
      const from = Math.max(begin, faceBase);
      const to = Math.min(end, faceBase + faceCount);
      for (let k = from; k < to; k++) {
        const face = 3 * state.faceOrder[k];
        const a = BOX_STRIDE * (vertexBase + faces[face]);
        const b = BOX_STRIDE * (vertexBase + faces[face + 1]);
        const c = BOX_STRIDE * (vertexBase + faces[face + 2]);
        fitFace(state.faceReachBoxes, BOX_STRIDE * k, state.reachBoxes, a, b, c);
      }
    }
  },
};

/**
 * Stage: writes edgeMotionBoxes and faceMotionBoxes from motionBoxes, and lists the edges and faces at escaped vertices. An element is an
 * edge of the world or, after all edges, a face.
 */
export const sweepElements: Stage = {
  count: ({ world }) => world.edgeCount + world.faceCount,
  run({ world, state }, begin, end) {
    const { edgeCount, bodies, models, points } = world;
    const { edgeMotionBoxes, faceMotionBoxes, escapedEdges, escapedFaces, sweep } = state;
    const anyEscaped = sweep[SWEEP.escapedVertices] > 0;
    for (let body = 0; body < bodies.length; body++) {
      const { model, edgeBase, faceBase, vertexBase } = bodies[body];
      const { edges, faces, edgeCount: edgesOfBody, faceCount } = models[model].topology;
      const edge = Math.max(begin - edgeBase, 0);
      const edgeEnd = Math.min(end - edgeBase, edgesOfBody);
      fitElements(edgeMotionBoxes, edgeBase, edges, 2, state.motionBoxes, vertexBase, edge, edgeEnd);
      if (points.firstEdge < points.count) addOwnPoints(state, points.firstEdge, edgeBase, edge, edgeEnd);
      const face = Math.max(begin - edgeCount - faceBase, 0);
      const faceEnd = Math.min(end - edgeCount - faceBase, faceCount);
      fitElements(faceMotionBoxes, faceBase, faces, 3, state.motionBoxes, vertexBase, face, faceEnd);
      if (!anyEscaped) continue;
      listEscaped(edgeMotionBoxes, edgeBase, edge, edgeEnd, body, escapedEdges, sweep, SWEEP.escapedEdges);
      listEscaped(faceMotionBoxes, faceBase, face, faceEnd, body, escapedFaces, sweep, SWEEP.escapedFaces);
    }
  },
};

/**
 * Writes the boxes of a body's elements `begin` to `end` - 1 from their vertices' boxes. An element's class and mark are the largest of its
 * vertices'. Arithmetic on comparisons selects the numbers, as in bvh/refit.ts.
 * @param base number of elements before the body's first one in `boxes`
 * @param vertices vertex ids local to the body, `corners` (2 or 3) per element
 */
function fitElements(
  boxes: Float32Array,
  base: number,
  vertices: Uint32Array,
  corners: number,
  vertexBoxes: Float32Array,
  vertexBase: number,
  begin: number,
  end: number,
): void {
  for (let i = begin; i < end; i++) {
    const at = (BOX_STRIDE * (base + i)) & INDEX_MASK;
    const a = (BOX_STRIDE * (vertexBase + vertices[corners * i])) & INDEX_MASK;
    const b = (BOX_STRIDE * (vertexBase + vertices[corners * i + 1])) & INDEX_MASK;
    if (corners === 2) fitEdge(boxes, at, vertexBoxes, a, b);
    else fitFace(boxes, at, vertexBoxes, a, b, (BOX_STRIDE * (vertexBase + vertices[corners * i + 2])) & INDEX_MASK);
  }
}

/** Writes the box at offset `at` that covers two boxes. @param a, b their offsets in `from` */
function fitEdge(boxes: Float32Array, at: number, from: Float32Array, a: number, b: number): void {
  boxes[at] = from[lower(from, a, b)];
  boxes[at + 1] = from[lower(from, a + 1, b + 1)];
  boxes[at + 2] = from[lower(from, a + 2, b + 2)];
  boxes[at + 3] = from[higher(from, a + 3, b + 3)];
  boxes[at + 4] = from[higher(from, a + 4, b + 4)];
  boxes[at + 5] = from[higher(from, a + 5, b + 5)];
  boxes[at + 6] = from[higher(from, a + 6, b + 6)];
  boxes[at + 7] = from[higher(from, a + 7, b + 7)];
}

/** Writes the box at offset `at` that covers three boxes. @param a, b, c their offsets in `from` */
function fitFace(boxes: Float32Array, at: number, from: Float32Array, a: number, b: number, c: number): void {
  boxes[at] = from[lower(from, lower(from, a, b), c)];
  boxes[at + 1] = from[lower(from, lower(from, a + 1, b + 1), c + 1)];
  boxes[at + 2] = from[lower(from, lower(from, a + 2, b + 2), c + 2)];
  boxes[at + 4] = from[higher(from, higher(from, a + 4, b + 4), c + 4)];
  boxes[at + 5] = from[higher(from, higher(from, a + 5, b + 5), c + 5)];
  boxes[at + 6] = from[higher(from, higher(from, a + 6, b + 6), c + 6)];
  boxes[at + 7] = from[higher(from, higher(from, a + 7, b + 7), c + 7)];
}

/** Returns the index of the lower of two numbers. */
const lower = (numbers: Float32Array, a: number, b: number): number => a ^ ((a ^ b) & -Number(numbers[b] < numbers[a]));
/** Returns the index of the higher of two numbers. */
const higher = (numbers: Float32Array, a: number, b: number): number =>
  a ^ ((a ^ b) & -Number(numbers[b] > numbers[a]));

/** If edges have contact points of their own (parameter contactPoints): raises the classes of edges to those of these points. */
function addOwnPoints(
  { inside, edgeMotionBoxes }: State,
  firstPoint: number,
  edgeBase: number,
  begin: number,
  end: number,
): void {
  for (let edge = edgeBase + begin; edge < edgeBase + end; edge++) {
    const at = BOX_STRIDE * edge + MOTION_BOX.class;
    edgeMotionBoxes[at] = Math.max(edgeMotionBoxes[at], inside[firstPoint + edge]);
  }
}

/**
 * Appends a body's marked elements to a list. Workers append at the same time, so the list's order is arbitrary.
 * @param counter its length
 */
function listEscaped(
  boxes: Float32Array,
  base: number,
  begin: number,
  end: number,
  body: number,
  list: Uint32Array,
  sweep: Uint32Array,
  counter: number,
): void {
  for (let i = begin; i < end; i++) {
    if (boxes[BOX_STRIDE * (base + i) + MOTION_BOX.escaped] === 0) continue;
    const at = 2 * Atomics.add(sweep, counter, 1);
    list[at] = body;
    list[at + 1] = i;
  }
}
