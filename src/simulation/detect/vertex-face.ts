import { nodeAfter, DONE, leafBegin, nextLeafIn, ROOT } from '../../bvh/walk.ts';
import { vertexFaceTimeOfImpact } from '../../geometry/time-of-impact.ts';
import { NONE } from '../../mesh/topology.ts';
import type { Context, Stage } from '../stage.ts';
import { COUNTERS } from '../state.ts';
import {
  clearEarliest,
  impact,
  keepEarliest,
  motion,
  ROUNDED,
  setCorner,
  sweepCorners,
  sweptBox,
  writeHit,
} from './motion.ts';

/**
 * CCD of the surface vertices in P_out, which move on straight lines from x0 to x, with the boundary faces of all bodies that
 * aren't incident to them. vertexHits gets the earliest hit of each; u and v are the weights of the face's corners 1 and 2.
 * Needs sweepFaces and sweepBodies.
 */
export const vertexFace: Stage = {
  chunk: 64,
  count: ({ world }) => world.surfaceVertexCount,
  run(context, begin, end) {
    const { state } = context;
    let candidates = 0;
    for (let s = begin; s < end; s++) {
      clearEarliest();
      if (state.inside[s] === 0) candidates += searchFaces(context, s);
      writeHit(state.vertexHits, s);
    }
    Atomics.add(state.counters, COUNTERS.ccdCandidates, candidates);
  },
};

/** @returns how many faces came to the narrow phase */
function searchFaces(context: Context, surface: number): number {
  const { world, state } = context;
  const vertex = world.surfaceVertices[surface];
  const ownBody = world.surfaceBodies[surface];
  setCorner(0, state, vertex);
  sweepCorners(1);
  const tree = world.bodyTree;
  const boxes = state.sweptBodyBoxes;
  let candidates = 0;
  for (
    let n = nextLeafIn(tree, boxes, ROOT, sweptBox);
    n !== DONE;
    n = nextLeafIn(tree, boxes, nodeAfter(n), sweptBox)
  ) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const body = state.bodyOrder[k];
      const local = body === ownBody ? vertex - world.bodies[body].vertexBase : NONE;
      candidates += searchBody(context, body, local);
    }
  }
  return candidates;
}

/** @param vertex the body's own vertex that searches, or NONE */
function searchBody({ world, state }: Context, body: number, vertex: number): number {
  const { model, vertexBase } = world.bodies[body];
  const { faces } = world.models[model].topology;
  const tree = world.faceTrees[body];
  const boxes = state.sweptFaceBoxes;
  let candidates = 0;
  for (
    let n = nextLeafIn(tree, boxes, ROOT, sweptBox);
    n !== DONE;
    n = nextLeafIn(tree, boxes, nodeAfter(n), sweptBox)
  ) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const face = state.faceOrder[k];
      const a = faces[3 * face];
      const b = faces[3 * face + 1];
      const c = faces[3 * face + 2];
      if (a === vertex || b === vertex || c === vertex) continue;
      candidates++;
      setCorner(1, state, vertexBase + a);
      setCorner(2, state, vertexBase + b);
      setCorner(3, state, vertexBase + c);
      if (vertexFaceTimeOfImpact(motion, 0, impact, ROUNDED)) keepEarliest(body, face);
    }
  }
  return candidates;
}
