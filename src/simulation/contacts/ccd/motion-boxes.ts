import { BOX_STRIDE, INDEX_MASK, leafCount, type TreeLayout } from '../../../bvh/tree.ts';
import { leafBegin } from '../../../bvh/walk.ts';
import type { Stage } from '../../program/stage.ts';
import { DETECTIONS, type State, SWEEP } from '../../state.ts';
import type { World } from '../../world/world.ts';

/**
 * Boxes around the motion of vertices, edges and faces from x0 to x, for CCD.
 *
 * A step with contacts in the loop detects twice from the same x0. For the first detection, each vertex gets a box that is wider than its
 * motion (reachBoxes), the BVHs are fitted to these boxes, and the pairs whose boxes meet are listed (near-pairs.ts). In the second
 * detection, the iterations have changed x, but most vertices still move within their boxes. So their listed pairs contain all pairs
 * that can touch. Only vertices that have left their boxes (escaped vertices) are searched for anew. If there are many of them, the BVHs are
 * fitted and searched anew.
 *
 * Which boxes are used changes the time of a detection only. The narrow phase gets the pairs whose own motions' boxes meet, in any case.
 */

/** Least margin of a vertex's box beyond its motion [mean edge lengths]. Smaller margins let more vertices escape, larger ones list more pairs. */
const LEAST_MARGIN = 0.1;
/** Margin per recent displacement of the vertex by iterations. */
const MARGIN_PER_CORRECTION = 2;
/** Maximum of that part of the margin [mean edge lengths]. */
const GREATEST_MARGIN = 1;
/** Factor by which a vertex's remembered displacement by iterations shrinks per step. */
const DECAY = 0.7;
/** The BVHs are fitted anew if more than this share of the surface vertices has escaped. */
const ESCAPED_SHARE = 1 / 50;

/**
 * Stage: writes motionBoxes. In a step's first detection, it also writes reachBoxes with margins. In a later one, it marks the vertices that
 * have left reachBoxes; if these are too many, reachBoxes become the motions' own boxes. In a step's only detection, it writes only
 * reachBoxes, without margins.
 * Argument: one of DETECTIONS.
 */
export const sweepVertices: Stage = {
  phases: ({ argument }) => (argument === DETECTIONS.again ? 4 : 2),
  count({ world, state, argument }, phase) {
    const count = world.surfaceVertexCount;
    if (argument !== DETECTIONS.again) return phase === 0 ? count : 1;
    if (phase === 3) return state.sweep[SWEEP.isKept] === 1 ? 0 : count;
    return phase === 1 ? count : 1;
  },
  run(context, begin, end, phase) {
    const { world, state, argument } = context;
    if (argument === DETECTIONS.only) {
      if (phase === 0) fitVertices(world, state, state.reachBoxes, begin, end);
      else renew(state.sweep);
    } else if (argument === DETECTIONS.first) {
      if (phase === 0) {
        fitVertices(world, state, state.motionBoxes, begin, end);
        widen(world, state, begin, end);
      } else renew(state.sweep);
    } else if (phase === 0) state.sweep[SWEEP.escapedVertices] = 0;
    else if (phase === 1) {
      fitVertices(world, state, state.motionBoxes, begin, end);
      Atomics.add(state.sweep, SWEEP.escapedVertices, markEscaped(world, state, begin, end));
    } else if (phase === 2) decide(world, state.sweep);
    else copyBoxes(world, state, begin, end);
  },
};

/** Notes that the BVHs get new boxes. */
function renew(sweep: Uint32Array): void {
  sweep[SWEEP.serial]++;
  sweep[SWEEP.isKept] = 0;
  sweep[SWEEP.escapedVertices] = 0;
  sweep[SWEEP.escapedEdges] = 0;
  sweep[SWEEP.escapedFaces] = 0;
}

/** Keeps the boxes of the BVHs, unless too many vertices have left them. */
function decide(world: World, sweep: Uint32Array): void {
  if (sweep[SWEEP.escapedVertices] > ESCAPED_SHARE * world.surfaceVertexCount) renew(sweep);
  else {
    sweep[SWEEP.isKept] = 1;
    sweep[SWEEP.escapedEdges] = 0;
    sweep[SWEEP.escapedFaces] = 0;
  }
}

/** Writes the boxes of the motions of surface vertices `begin` to `end` - 1. A vertex with a NaN coordinate gets an empty box, which meets nothing. */
function fitVertices(
  { surfaceVertices }: World,
  { positionsT0, positions }: State,
  boxes: Float32Array,
  begin: number,
  end: number,
): void {
  for (let s = begin; s < end; s++) {
    const from = 3 * surfaceVertices[s];
    const at = BOX_STRIDE * surfaceVertices[s];
    for (let axis = 0; axis < 3; axis++) {
      const x0 = positionsT0[from + axis];
      const x1 = positions[from + axis];
      boxes[at + axis] = x0 <= x1 ? x0 : x1 < x0 ? x1 : Infinity;
      boxes[at + 4 + axis] = x0 <= x1 ? x1 : x1 < x0 ? x0 : -Infinity;
    }
  }
}

/** Writes the reach boxes of surface vertices: their motions' boxes, and a margin around the present position x. */
function widen(world: World, state: State, begin: number, end: number): void {
  const { positions, motionBoxes, reachBoxes, sweptPositions, corrections } = state;
  const { bodies, models, surfaceBodies, surfaceVertices } = world;
  for (let s = begin; s < end; s++) {
    const from = 3 * surfaceVertices[s];
    const at = BOX_STRIDE * surfaceVertices[s];
    const { edgeLength } = models[bodies[surfaceBodies[s]].model];
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[from + axis];
      const correction = Math.min(MARGIN_PER_CORRECTION * corrections[from + axis], GREATEST_MARGIN * edgeLength);
      const margin = LEAST_MARGIN * edgeLength + correction;
      sweptPositions[from + axis] = x;
      // If x is NaN, the motion's box is empty. The reach box stays empty too, since comparisons with NaN are false.
      const lower = motionBoxes[at + axis];
      const upper = motionBoxes[at + 4 + axis];
      reachBoxes[at + axis] = x - margin < lower ? x - margin : lower;
      reachBoxes[at + 4 + axis] = x + margin > upper ? x + margin : upper;
    }
  }
}

/**
 * Marks the surface vertices whose motion has left their reach box. Remembers how far the iterations have moved each vertex.
 * @returns number of marked vertices
 */
function markEscaped({ surfaceVertices }: World, state: State, begin: number, end: number): number {
  const { positions, motionBoxes, reachBoxes, sweptPositions, corrections, escaped } = state;
  let count = 0;
  for (let s = begin; s < end; s++) {
    const vertex = surfaceVertices[s];
    let inside = 1;
    for (let axis = 0; axis < 3; axis++) {
      const i = 3 * vertex + axis;
      const at = BOX_STRIDE * vertex + axis;
      inside &= Number(motionBoxes[at] >= reachBoxes[at]) & Number(motionBoxes[at + 4] <= reachBoxes[at + 4]);
      corrections[i] = Math.max(Math.abs(positions[i] - sweptPositions[i]), DECAY * corrections[i]);
    }
    escaped[vertex] = 1 - inside;
    count += 1 - inside;
  }
  return count;
}

/** Copies the motions' boxes of surface vertices to reachBoxes. */
function copyBoxes({ surfaceVertices }: World, { motionBoxes, reachBoxes }: State, begin: number, end: number): void {
  for (let s = begin; s < end; s++) {
    const at = BOX_STRIDE * surfaceVertices[s];
    for (let i = at; i < at + 7; i++) reachBoxes[i] = motionBoxes[i];
  }
}

/** Stage: writes edgeMotionBoxes and faceMotionBoxes from motionBoxes. An element is an edge of the world or, after all edges, a face. */
export const sweepElements: Stage = {
  count: ({ world }) => world.edgeCount + world.faceCount,
  run({ world, state }, begin, end) {
    const { edgeCount, bodies, models } = world;
    for (const { model, edgeBase, faceBase, vertexBase } of bodies) {
      const { edges, faces, edgeCount: edgesOfBody, faceCount } = models[model].topology;
      const firstEdge = Math.max(begin - edgeBase, 0);
      const lastEdge = Math.min(end - edgeBase, edgesOfBody);
      fitElements(state.edgeMotionBoxes, edgeBase, edges, 2, state.motionBoxes, vertexBase, firstEdge, lastEdge);
      const firstFace = Math.max(begin - edgeCount - faceBase, 0);
      const lastFace = Math.min(end - edgeCount - faceBase, faceCount);
      fitElements(state.faceMotionBoxes, faceBase, faces, 3, state.motionBoxes, vertexBase, firstFace, lastFace);
    }
  },
};

/**
 * Writes the boxes of a body's elements `begin` to `end` - 1 from their vertices' boxes. Arithmetic on comparisons selects the bounds, as in
 * bvh/refit.ts.
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
    const c = (BOX_STRIDE * (vertexBase + vertices[corners * i + corners - 1])) & INDEX_MASK;
    for (let k = 0; k < 3; k++) {
      const lower = lowerOf(vertexBoxes, lowerOf(vertexBoxes, a + k, b + k), c + k);
      const upper = higherOf(vertexBoxes, higherOf(vertexBoxes, a + k + 4, b + k + 4), c + k + 4);
      boxes[at + k] = vertexBoxes[lower];
      boxes[at + k + 4] = vertexBoxes[upper];
    }
  }
}

const lowerOf = (numbers: Float32Array, a: number, b: number): number =>
  a ^ ((a ^ b) & -Number(numbers[b] < numbers[a]));
const higherOf = (numbers: Float32Array, a: number, b: number): number =>
  a ^ ((a ^ b) & -Number(numbers[b] > numbers[a]));

/** Stage: lists the edges and faces at escaped vertices, body by body. */
export const listEscaped: Stage = {
  chunk: 1,
  count: ({ world, state }) => (state.sweep[SWEEP.escapedVertices] > 0 ? world.bodies.length : 0),
  run({ world, state }, begin, end) {
    for (let body = begin; body < end; body++) listOfBody(world, state, body);
  },
};

function listOfBody(world: World, state: State, body: number): void {
  const { sweep, escaped, escapedEdges, escapedFaces, edgeOrder } = state;
  const { model, vertexBase } = world.bodies[body];
  const { edges, faces, faceCount } = world.models[model].topology;
  const tree: TreeLayout = world.edgeTrees[body];
  for (let leaf = leafCount(tree); leaf < 2 * leafCount(tree); leaf++) {
    const k = leafBegin(tree, leaf);
    if (k === leafBegin(tree, leaf + 1)) continue; // an empty leaf
    const edge = edgeOrder[k];
    if ((escaped[vertexBase + edges[2 * edge]] | escaped[vertexBase + edges[2 * edge + 1]]) === 0) continue;
    const at = 3 * Atomics.add(sweep, SWEEP.escapedEdges, 1);
    escapedEdges[at] = body;
    escapedEdges[at + 1] = edge;
    escapedEdges[at + 2] = leaf;
  }
  for (let face = 0; face < faceCount; face++) {
    const [a, b, c] = [3 * face, 3 * face + 1, 3 * face + 2];
    if ((escaped[vertexBase + faces[a]] | escaped[vertexBase + faces[b]] | escaped[vertexBase + faces[c]]) === 0)
      continue;
    const at = 2 * Atomics.add(sweep, SWEEP.escapedFaces, 1);
    escapedFaces[at] = body;
    escapedFaces[at + 1] = face;
  }
}
