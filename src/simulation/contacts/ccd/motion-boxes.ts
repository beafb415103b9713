import { BOX_STRIDE } from '../../../bvh/tree.ts';
import { raise, type Stage } from '../../program/stage.ts';
import { DETECTIONS, GUARANTEE_SWEEP, MOTION_BOX, POINT_CLASS, type State, SWEEP } from '../../state.ts';
import { hasSheet, type World } from '../../world/world.ts';
import { GUARD } from '../guarantee/arrays.ts';
import { beginDetection, beginLook } from '../guarantee/rounds.ts';
import { isGuarded } from '../guarantee/is-guarded.ts';
import { leavesInnerPoints } from './classes.ts';
import { isSwept } from './is-swept.ts';
import { NEARNESS } from './near-contacts.ts';

/**
 * Boxes around the motion of vertices, edges and faces from x0 to x, for CCD.
 *
 * Often, two detections are about almost the same motions: the two of a step with contacts in the loop, and those of a pile at rest. So the
 * BVHs are fitted to boxes (reachBoxes) that exceed the vertices' motions by a margin, and the pairs whose boxes meet are listed
 * (near-pairs.ts). As long as the vertices' motions stay within these boxes, the lists contain all pairs that can touch. Vertices whose
 * motion has left its box (escaped vertices) are searched for anew. If there are many of them, the BVHs are fitted and searched anew.
 *
 * The boxes change the time of a detection only. In any case, the narrow phase gets the pairs whose own motions' boxes meet.
 *
 * In worlds with sheets a detection also looks for pairs that only come near each other (near-contacts.ts). Then the motions' boxes are wider
 * by half of the distance at which elements are near. The guarantee (contacts/guarantee) looks at the bare motions; there a box's class says whether the vertex is due for the look.
 */

/** Least margin [mean edge lengths]. With smaller margins more vertices escape, with larger ones more pairs are listed. */
const LEAST_MARGIN = 0.1;
/** Further margin, per recent displacement of the vertex by a step's iterations. */
const MARGIN_PER_CORRECTION = 2;
/** Maximum of the further margin [mean edge lengths]. With 1, a tight knot's lists had 70 pairs per pair whose motions met; now 23. */
const GREATEST_MARGIN = 0.4;
/** Factor by which a remembered displacement shrinks per step. */
const DECAY = 0.7;
/** Words of `guard` that a look begins with. */
const CLEARED_BY_LOOKS = [GUARD.hits, GUARD.dueEdges, GUARD.dueFaces];
/** The BVHs are fitted anew if more than this share of the surface vertices has escaped. */
const ESCAPED_SHARE = 1 / 100;

/**
 * Stage: writes motionBoxes, and decides whether the BVHs keep the boxes of an earlier detection. If not, it writes reachBoxes.
 * Argument: one of DETECTIONS, or GUARANTEE_SWEEP.
 */
export const sweepVertices: Stage = {
  phases: (context) => (isSwept(context) ? 4 : 0),
  count({ world, state }, phase) {
    if (phase === 1) return world.surfaceVertexCount;
    return phase < 3 ? 1 : state.sweep[SWEEP.isKept] === 1 ? 0 : world.surfaceVertexCount;
  },
  run({ world, state, argument, scratch, parameters }, begin, end, phase) {
    if (begin === end) return; // a worker without a part of the phase
    const { sweep } = state;
    if (phase === 0) {
      for (let i = SWEEP.escapedVertices; i < SWEEP.stride; i++) sweep[i] = 0;
      if (argument === GUARANTEE_SWEEP) for (const word of CLEARED_BY_LOOKS) state.guard[word] = 0;
    } else if (phase === 1) {
      const { float, bits } = scratch.view;
      const isLook = argument === GUARANTEE_SWEEP;
      float[0] = fitVertices(world, state, !isLook && leavesInnerPoints(parameters), begin, end);
      if (isLook) beginLook(world, state, begin, end);
      else if (isGuarded(parameters, world)) beginDetection(world, state, begin, end);
      if (!isLook && hasSheet(world)) addMargin(world, state, (NEARNESS / 2) * parameters.contactOffset, begin, end);
      raise(sweep, SWEEP.scale, bits[0]); // the bits of positive floats are in the order of the floats
      if (argument === DETECTIONS.again) noteCorrections(world, state, DECAY, begin, end);
      if (isLook) noteCorrections(world, state, 1, begin, end);
      Atomics.add(sweep, SWEEP.escapedVertices, markEscaped(world, state, begin, end));
    } else if (phase === 2) decide(world, state, argument === DETECTIONS.first || isGuarded(parameters, world));
    else widen(world, state, begin, end);
  },
};

/**
 * Writes the motions' boxes of surface vertices `begin` to `end` - 1. A vertex with a NaN coordinate gets an empty box, which meets
 * nothing.
 * @param hasClasses whether points have classes; otherwise all count as outside
 * @returns the greatest absolute coordinate [m]
 */
function fitVertices(
  { surfaceVertices }: World,
  state: State,
  hasClasses: boolean,
  begin: number,
  end: number,
): number {
  const { positionsT0, positions, motionBoxes } = state;
  const classes = hasClasses ? state.inside : undefined;
  let greatest = 0;
  for (let s = begin; s < end; s++) {
    const from = 3 * surfaceVertices[s];
    const at = BOX_STRIDE * surfaceVertices[s];
    for (let axis = 0; axis < 3; axis++) {
      const x0 = positionsT0[from + axis];
      const x1 = positions[from + axis];
      // With nested `? :`, V8 11 (Node 20) allocates an object per number.
      let lower = Infinity;
      let upper = -Infinity;
      if (x0 <= x1) {
        lower = x0;
        upper = x1;
      } else if (x1 < x0) {
        lower = x1;
        upper = x0;
      }
      motionBoxes[at + axis] = lower;
      motionBoxes[at + 4 + axis] = upper;
      if (x0 > greatest) greatest = x0;
      else if (-x0 > greatest) greatest = -x0;
      if (x1 > greatest) greatest = x1;
      else if (-x1 > greatest) greatest = -x1;
    }
    motionBoxes[at + MOTION_BOX.class] = classes ? classes[s] : POINT_CLASS.outside;
  }
  return greatest;
}

/** Widens the motions' boxes of surface vertices on each side. An empty box stays empty. @param margin [m] */
function addMargin({ surfaceVertices }: World, { motionBoxes }: State, margin: number, begin: number, end: number) {
  for (let s = begin; s < end; s++) {
    const at = BOX_STRIDE * surfaceVertices[s];
    for (let axis = at; axis < at + 3; axis++) {
      motionBoxes[axis + MOTION_BOX.lower] -= margin;
      motionBoxes[axis + MOTION_BOX.upper] += margin;
    }
  }
}

/** Remembers how far the iterations, or pushes and cuts, have moved each vertex since the last fit. @param decay factor of what is remembered from before */
function noteCorrections({ surfaceVertices }: World, state: State, decay: number, begin: number, end: number): void {
  const { positions, sweptPositions, corrections } = state;
  for (let s = begin; s < end; s++)
    for (let i = 3 * surfaceVertices[s]; i < 3 * surfaceVertices[s] + 3; i++)
      corrections[i] = Math.max(Math.abs(positions[i] - sweptPositions[i]), decay * corrections[i]);
}

/**
 * Marks the surface vertices whose motion has left their reach box, or would have left a box with the least margin if the boxes have none.
 * @returns number of marked vertices
 */
function markEscaped(world: World, state: State, begin: number, end: number): number {
  const { motionBoxes, reachBoxes, sweep } = state;
  const { bodies, models, surfaceBodies, surfaceVertices } = world;
  const margin = sweep[SWEEP.hasMargins] === 1 ? 0 : LEAST_MARGIN;
  let count = 0;
  for (let s = begin; s < end; s++) {
    const vertex = surfaceVertices[s];
    const tolerance = margin * models[bodies[surfaceBodies[s]].model].edgeLength;
    let stays = 1;
    for (let axis = 0; axis < 3; axis++) {
      const at = BOX_STRIDE * vertex + axis;
      stays &=
        Number(motionBoxes[at] >= reachBoxes[at] - tolerance) &
        Number(motionBoxes[at + 4] <= reachBoxes[at + 4] + tolerance);
    }
    motionBoxes[BOX_STRIDE * vertex + MOTION_BOX.escaped] = 1 - stays;
    count += 1 - stays;
  }
  return count;
}

/**
 * Keeps the boxes of the BVHs, unless too many vertices have left them, the BVHs were rebuilt, or the last fit was not completed. New boxes
 * get margins if they are likely to be kept, or if few vertices have escaped.
 * @param areKeptLikely whether a detection or a look of the same step follows
 */
function decide(world: World, state: State, areKeptLikely: boolean): void {
  const { sweep } = state;
  const areFew = sweep[SWEEP.escapedVertices] <= ESCAPED_SHARE * world.surfaceVertexCount;
  if (areFew && sweep[SWEEP.areFitted] === 1 && sweep[SWEEP.hasMargins] === 1 && isSameOrder(world, state)) {
    sweep[SWEEP.isKept] = 1;
    return;
  }
  sweep[SWEEP.serial]++;
  sweep[SWEEP.isKept] = 0;
  sweep[SWEEP.areFitted] = 0;
  sweep[SWEEP.hasMargins] = Number(areKeptLikely || areFew);
  sweep[SWEEP.escapedVertices] = 0;
  saveOrder(world, state);
}

/** Whether the leaves of the BVHs still hold the elements that they held when reachBoxes were made. */
function isSameOrder(
  { bodies, edgeTrees }: World,
  { faceOrder, sweptFaceOrder, edgeOrder, edgePlaces }: State,
): boolean {
  for (let k = 0; k < faceOrder.length; k++) if (faceOrder[k] !== sweptFaceOrder[k]) return false;
  for (let body = 0; body < bodies.length; body++) {
    const { edgeBase } = bodies[body];
    const { orderBase, primitiveCount } = edgeTrees[body];
    for (let k = orderBase; k < orderBase + primitiveCount; k++)
      if (edgePlaces[edgeBase + edgeOrder[k]] !== k) return false;
  }
  return true;
}

function saveOrder({ bodies, edgeTrees }: World, { faceOrder, sweptFaceOrder, edgeOrder, edgePlaces }: State): void {
  sweptFaceOrder.set(faceOrder);
  for (let body = 0; body < bodies.length; body++) {
    const { edgeBase } = bodies[body];
    const { orderBase, primitiveCount } = edgeTrees[body];
    for (let k = orderBase; k < orderBase + primitiveCount; k++) edgePlaces[edgeBase + edgeOrder[k]] = k;
  }
}

/** Writes the reach boxes of surface vertices: their motions' boxes, enlarged by a margin around x if the boxes have margins. */
function widen(world: World, state: State, begin: number, end: number): void {
  const { positions, motionBoxes, reachBoxes, sweptPositions, corrections, sweep } = state;
  const { bodies, models, surfaceBodies, surfaceVertices } = world;
  const hasMargins = sweep[SWEEP.hasMargins];
  for (let s = begin; s < end; s++) {
    const from = 3 * surfaceVertices[s];
    const at = BOX_STRIDE * surfaceVertices[s];
    const edgeLength = hasMargins * models[bodies[surfaceBodies[s]].model].edgeLength;
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[from + axis];
      const correction = Math.min(MARGIN_PER_CORRECTION * corrections[from + axis], GREATEST_MARGIN * edgeLength);
      const margin = LEAST_MARGIN * edgeLength + correction;
      sweptPositions[from + axis] = x;
      // If x is NaN, the motion's box is empty, and comparisons with NaN are false. So the reach box stays empty too.
      const lower = motionBoxes[at + axis];
      const upper = motionBoxes[at + 4 + axis];
      reachBoxes[at + axis] = x - margin < lower ? x - margin : lower;
      reachBoxes[at + 4 + axis] = x + margin > upper ? x + margin : upper;
    }
    motionBoxes[at + MOTION_BOX.escaped] = 0;
  }
}
