import { nodeAfter, DONE, leafBegin, nextLeafIn, ROOT } from '../../bvh/walk.ts';
import { edgeEdgeTimeOfImpact } from '../../geometry/time-of-impact.ts';
import type { Context, Stage } from '../stage.ts';
import { COUNTERS, type State } from '../state.ts';
import type { World } from '../world.ts';
import { clearEarliest, impact, keepEarliest, motion, setCorner, sweepCorners, sweptBox, writeHit } from './motion.ts';

/**
 * CCD of the boundary edges with both ends in P_out, with those of smaller ids among all bodies' (so that each pair is looked at
 * once) that don't share a vertex with them. edgeHits gets the earliest hit of each; u is the parameter along the edge
 * itself, v along the other. Needs sweepEdges and sweepBodies.
 */
export const edgeEdge: Stage = {
  chunk: 64,
  count: ({ world }) => world.edgeCount,
  run(context, begin, end) {
    const { world, state } = context;
    let candidates = 0;
    let body = 0;
    for (let e = begin; e < end; e++) {
      while (body + 1 < world.bodies.length && world.bodies[body + 1].edgeBase <= e) body++;
      const edge = e - world.bodies[body].edgeBase;
      clearEarliest();
      if (isOutside(world, state, body, edge)) candidates += searchEdges(context, body, edge);
      writeHit(state.edgeHits, e);
    }
    Atomics.add(state.counters, COUNTERS.ccdCandidates, candidates);
  },
};

/** Whether both ends of an edge are in P_out. */
function isOutside(world: World, { inside }: State, body: number, edge: number): boolean {
  const { model, surfaceBase } = world.bodies[body];
  const { edges, surfaceIndices } = world.models[model].topology;
  return (
    inside[surfaceBase + surfaceIndices[edges[2 * edge]]] === 0 &&
    inside[surfaceBase + surfaceIndices[edges[2 * edge + 1]]] === 0
  );
}

/** @returns how many edges came to the narrow phase */
function searchEdges(context: Context, ownBody: number, edge: number): number {
  const { world, state } = context;
  const { model, vertexBase } = world.bodies[ownBody];
  const { edges } = world.models[model].topology;
  setCorner(0, state, vertexBase + edges[2 * edge]);
  setCorner(1, state, vertexBase + edges[2 * edge + 1]);
  sweepCorners(2);
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
      if (body < ownBody) candidates += searchOtherBody(context, body);
      else if (body === ownBody) candidates += searchOwnBody(context, body, edge);
    }
  }
  return candidates;
}

function searchOtherBody(context: Context, body: number): number {
  const { world, state } = context;
  const tree = world.edgeTrees[body];
  const boxes = state.sweptEdgeBoxes;
  let candidates = 0;
  for (
    let n = nextLeafIn(tree, boxes, ROOT, sweptBox);
    n !== DONE;
    n = nextLeafIn(tree, boxes, nodeAfter(n), sweptBox)
  ) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) candidates += testEdge(context, body, state.edgeOrder[k]);
  }
  return candidates;
}

function searchOwnBody(context: Context, body: number, edge: number): number {
  const { world, state } = context;
  const { edges } = world.models[world.bodies[body].model].topology;
  const a = edges[2 * edge];
  const b = edges[2 * edge + 1];
  const tree = world.edgeTrees[body];
  const boxes = state.sweptEdgeBoxes;
  let candidates = 0;
  for (
    let n = nextLeafIn(tree, boxes, ROOT, sweptBox);
    n !== DONE;
    n = nextLeafIn(tree, boxes, nodeAfter(n), sweptBox)
  ) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const other = state.edgeOrder[k];
      const c = edges[2 * other];
      const d = edges[2 * other + 1];
      if (other < edge && a !== c && a !== d && b !== c && b !== d) candidates += testEdge(context, body, other);
    }
  }
  return candidates;
}

/** @returns 1 where the narrow phase was asked */
function testEdge({ world, state }: Context, body: number, edge: number): number {
  if (!isOutside(world, state, body, edge)) return 0;
  const { model, vertexBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  setCorner(2, state, vertexBase + edges[2 * edge]);
  setCorner(3, state, vertexBase + edges[2 * edge + 1]);
  if (edgeEdgeTimeOfImpact(motion, 0, impact)) keepEarliest(body, edge);
  return 1;
}
