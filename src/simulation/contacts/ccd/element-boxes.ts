import { BOX_STRIDE } from '../../../bvh/tree.ts';
import type { Stage } from '../../program/stage.ts';
import { GUARANTEE_SWEEP, MOTION_BOX, type State, SWEEP } from '../../state.ts';
import { GUARD } from '../guarantee/arrays.ts';
import { listDue } from '../guarantee/rounds.ts';
import { leavesInnerPoints } from './classes.ts';
import { isRefitted, isSwept } from './is-swept.ts';

// Boxes of edges and faces for CCD, from the boxes of their vertices (motion-boxes.ts).

/**
 * Stage: writes faceReachBoxes if the stage sweepVertices has made new reachBoxes. The boxes are in the order of the BVH's leaves, so that
 * the faces of a leaf are contiguous. An element is a place in faceOrder.
 */
export const sweepPlaces: Stage = {
  count: (context) => (isRefitted(context) ? context.world.faceCount : 0),
  run({ world, state, kernels }, begin, end) {
    const { bodies, models } = world;
    const { faceReachBoxes, faceOrder, reachBoxes } = state;
    for (let body = 0; body < bodies.length; body++) {
      const { model, faceBase, vertexBase } = bodies[body];
      const { faces, faceCount } = models[model].topology;
      const from = Math.max(begin, faceBase);
      const to = Math.min(end, faceBase + faceCount);
      if (from < to) kernels.fitOrderedFaces(faceReachBoxes, faceOrder, faces, reachBoxes, vertexBase, from, to);
    }
  },
};

/**
 * Stage: writes edgeMotionBoxes and faceMotionBoxes from motionBoxes, and lists the edges and faces at escaped vertices. An element is an
 * edge of the world or, after all edges, a face. Argument: as of the stage sweepVertices.
 */
export const sweepElements: Stage = {
  count: (context) => (isSwept(context) ? context.world.edgeCount + context.world.faceCount : 0),
  run({ world, state, parameters, argument, kernels }, begin, end) {
    const { edgeCount, bodies, models, points } = world;
    const { motionBoxes, edgeMotionBoxes, faceMotionBoxes, escapedEdges, escapedFaces, sweep } = state;
    const haveClasses =
      argument !== GUARANTEE_SWEEP && points.firstEdge < points.count && leavesInnerPoints(parameters);
    const anyEscaped = sweep[SWEEP.escapedVertices] > 0;
    for (let body = 0; body < bodies.length; body++) {
      const { model, edgeBase, faceBase, vertexBase } = bodies[body];
      const { edges, faces, edgeCount: edgesOfBody, faceCount } = models[model].topology;
      const edge = Math.max(begin - edgeBase, 0);
      const edgeEnd = Math.min(end - edgeBase, edgesOfBody);
      // In an edge's box, class and mark are the higher ones of its vertices'.
      if (edge < edgeEnd) kernels.fitEdges(edgeMotionBoxes, edgeBase, edges, motionBoxes, vertexBase, edge, edgeEnd);
      if (haveClasses) addOwnPoints(state, points.firstEdge, edgeBase, edge, edgeEnd);
      const face = Math.max(begin - edgeCount - faceBase, 0);
      const faceEnd = Math.min(end - edgeCount - faceBase, faceCount);
      if (face < faceEnd) kernels.fitFaces(faceMotionBoxes, faceBase, faces, motionBoxes, vertexBase, face, faceEnd);
      if (argument === GUARANTEE_SWEEP) {
        listDue(state, edgeMotionBoxes, edgeBase, edge, edgeEnd, state.dueEdges, GUARD.dueEdges);
        listDue(state, faceMotionBoxes, faceBase, face, faceEnd, state.dueFaces, GUARD.dueFaces);
      }
      if (!anyEscaped) continue;
      listEscaped(edgeMotionBoxes, edgeBase, edge, edgeEnd, body, escapedEdges, sweep, SWEEP.escapedEdges);
      listEscaped(faceMotionBoxes, faceBase, face, faceEnd, body, escapedFaces, sweep, SWEEP.escapedFaces);
    }
  },
};

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
