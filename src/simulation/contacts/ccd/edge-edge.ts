import { beginDescent, descendTo, listPartners } from '../../../bvh/descent.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../../bvh/walk.ts';
import { edgeEdgeTimeOfImpact } from '../../../geometry/time-of-impact.ts';
import { CAPACITY } from '../../capacities.ts';
import { type Context, raise, type Stage } from '../../program/stage.ts';
import { COUNTERS, INSIDE, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { NONZERO_INPUT_ERROR, setCorner } from './sweep.ts';
import type { CcdQuery } from './scratch.ts';
import {
  addSearcher,
  boxOf,
  clearSearch,
  createSearch,
  EDGE_GROUP_HEIGHT,
  findGroup,
  type Group,
  groupCount,
  keepHit,
  leavesBelow,
  type Search,
  setGroupBox,
  writeSearch,
} from './search.ts';

/**
 * CCD of pairs of boundary edges that share no vertex. isTested decides which edges take part. Each pair is tested once: an edge is
 * tested with the edges of bodies of smaller index, and with those edges of its own body that are further left in the tree.
 *
 * The stage writes each edge's earliest hits to edgeHits, at most hitsPerEdge; u is the parameter along the edge itself, v along the
 * other edge. The stages sweepEdges and sweepBodies must have run before. An element of the stage is a group: the edges of a subtree of
 * a body's tree. They descend the other trees together (bvh/descent.ts).
 */
export const edgeEdge: Stage = {
  chunk: 2,
  count: ({ world }) => groupCount(world.edgeTrees, EDGE_GROUP_HEIGHT),
  run(context, begin, end) {
    const { world, state, scratch } = context;
    const { query: ccd, edgeEdge } = scratch.ccd;
    const capacity = state.capacities[CAPACITY.hitsPerEdge];
    if (edgeEdge.search.hitsEach !== capacity) edgeEdge.search = createSearch(2 ** EDGE_GROUP_HEIGHT, 2, capacity);
    let candidates = 0;
    for (let i = begin; i < end; i++) {
      findGroup(world.edgeTrees, EDGE_GROUP_HEIGHT, i, ccd.group);
      candidates += searchTogether(ccd, edgeEdge.search, context, ccd.group);
    }
    Atomics.add(state.counters, COUNTERS.ccdCandidates, candidates);
  },
};

/** Searches for the hits of one group. @returns number of pairs of edges that reached the narrow phase */
function searchTogether(ccd: CcdQuery, search: Search, context: Context, group: Group): number {
  const { world, state } = context;
  const { groupBox } = ccd;
  const tree = world.bodyTree;
  const boxes = state.sweptBodyBoxes;
  gather(search, world, state, group);
  let candidates = 0;
  if (search.count > 0) {
    setGroupBox(groupBox, state.sweptEdgeBoxes, boxOf(world.edgeTrees[group.body], group.node));
    for (
      let n = nextLeafIn(tree, boxes, ROOT, groupBox);
      n !== DONE;
      n = nextLeafIn(tree, boxes, nodeAfter(n), groupBox)
    ) {
      const end = leafBegin(tree, n + 1);
      for (let k = leafBegin(tree, n); k < end; k++)
        if (state.bodyOrder[k] <= group.body) candidates += searchBody(ccd, search, context, group, state.bodyOrder[k]);
    }
  }
  writeSearch(search, state.edgeHits, world.edgeCount);
  countDropped(search, state);
  return candidates;
}

/** Counts the hits that were not kept. If there are any, requests a capacity hitsPerEdge that would keep all hits. */
function countDropped(search: Search, { counters }: State): void {
  let dropped = 0;
  let most = 0;
  for (let i = 0; i < search.count; i++) {
    dropped += Math.max(0, search.foundCounts[i] - search.hitsEach);
    most = Math.max(most, search.foundCounts[i]);
  }
  if (dropped === 0) return;
  Atomics.add(counters, COUNTERS.contactsDropped, dropped);
  raise(counters, COUNTERS.needs + CAPACITY.hitsPerEdge, most);
}

/** Collects the ids of all edges of a group. Adds those that CCD tests (isTested) to the search. */
function gather(search: Search, world: World, state: State, { body, node }: Group): void {
  const { model, vertexBase, edgeBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const tree = world.edgeTrees[body];
  const leaves = leavesBelow(tree, node);
  clearSearch(search);
  for (let leaf = node * leaves; leaf < (node + 1) * leaves; leaf++) {
    const k = leafBegin(tree, leaf);
    if (k === leafBegin(tree, leaf + 1)) continue;
    const edge = state.edgeOrder[k];
    search.groupIds[search.groupIdCount++] = edgeBase + edge;
    if (!isTested(world, state, body, edge, false)) continue;
    const i = addSearcher(search, edgeBase + edge);
    search.leaves[i] = leaf;
    search.vertices[2 * i] = vertexBase + edges[2 * edge];
    search.vertices[2 * i + 1] = vertexBase + edges[2 * edge + 1];
  }
}

/**
 * Whether CCD tests an edge, given the body of the other edge. Both ends of the edge must pass isPointTested. If edges have contact
 * points of their own (parameter contactPoints), the edge's own point must pass it as well.
 * @param isOwnBody whether the other edge belongs to the same body
 */
function isTested(world: World, state: State, body: number, edge: number, isOwnBody: boolean): boolean {
  const { bodies, models, points } = world;
  const { inside } = state;
  const { model, surfaceBase, edgeBase } = bodies[body];
  const { edges, surfaceIndices } = models[model].topology;
  if (points.firstEdge < points.count && !isPointTested(inside[points.firstEdge + edgeBase + edge], isOwnBody))
    return false;
  return (
    isPointTested(inside[surfaceBase + surfaceIndices[edges[2 * edge]]], isOwnBody) &&
    isPointTested(inside[surfaceBase + surfaceIndices[edges[2 * edge + 1]]], isOwnBody)
  );
}

/**
 * Whether CCD tests a point: true if the point was outside of all bodies at the start of the step. True also if the point was inside
 * inverted elements of its own body and the other edge belongs to another body.
 * @param where the point's class, one of INSIDE
 * @param isOwnBody whether the other edge belongs to the same body
 */
const isPointTested = (where: number, isOwnBody: boolean): boolean =>
  where === INSIDE.outside || (where === INSIDE.inverted && !isOwnBody);

/** Searches the edges of one body for hits. @returns number of pairs of edges that reached the narrow phase */
function searchBody(ccd: CcdQuery, search: Search, context: Context, group: Group, body: number): number {
  const { world, state } = context;
  const { motion, impact, descent } = ccd;
  const { edgeOrder, sweptEdgeBoxes } = state;
  const { model, vertexBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const ownTree = world.edgeTrees[group.body];
  const tree = world.edgeTrees[body];
  beginDescent(descent, ownTree, sweptEdgeBoxes, group.node, tree, sweptEdgeBoxes, body === group.body);
  // Each leaf holds one edge or none. Node n is leaf n - 2^levels, so its edge is edgeOrder[n - toOrder].
  const toOrder = (1 << tree.levels) - tree.orderBase;
  const isOwnBody = body === group.body;
  const { edgeBase } = world.bodies[group.body];
  let candidates = 0;
  for (let i = 0; i < search.count; i++) {
    if (isOwnBody && !isTested(world, state, body, search.ids[i] - edgeBase, true)) continue;
    descendTo(descent, search.leaves[i]);
    const count = listPartners(descent, sweptEdgeBoxes, boxOf(ownTree, search.leaves[i]));
    const nodes = descent.partners;
    const c = search.vertices[2 * i];
    const d = search.vertices[2 * i + 1];
    for (let j = 0; j < count; j++) {
      const edge = edgeOrder[nodes[j] - toOrder];
      const a = vertexBase + edges[2 * edge];
      const b = vertexBase + edges[2 * edge + 1];
      // Skip edges that share a vertex, among them the edge itself. Vertex ids are unique over all bodies.
      if (a === c || a === d || b === c || b === d || !isTested(world, state, body, edge, isOwnBody)) continue;
      candidates++;
      setCorner(motion, 0, state, c);
      setCorner(motion, 1, state, d);
      setCorner(motion, 2, state, a);
      setCorner(motion, 3, state, b);
      if (edgeEdgeTimeOfImpact(motion, 0, impact, NONZERO_INPUT_ERROR)) keepHit(search, i, impact, body, edge);
    }
  }
  return candidates;
}
