import { beginDescent, descendTo, listPartners } from '../../../bvh/descent.ts';
import { BOX_STRIDE } from '../../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../../bvh/walk.ts';
import { CAPACITY } from '../../capacities.ts';
import { FAIL_SAFE } from '../fail-safe/arrays.ts';
import { type Context, raise, type Stage } from '../../program/stage.ts';
import { COUNTERS, type State, SWEEP } from '../../state.ts';
import { hasSheet, type World } from '../../world/world.ts';
import type { CcdQuery, EdgeEdgeScratch } from './scratch.ts';
import { endRun, prepareNearPairs, roomForTargets } from './near-pairs.ts';
import { setScale, testEscaped, testRuns } from './test-pairs.ts';
import {
  addSearcher,
  boxOf,
  createSearch,
  EDGE_GROUP_HEIGHT,
  findGroup,
  type Group,
  groupCount,
  leavesBelow,
  type Search,
  setGroupBox,
  writeSearch,
} from './search.ts';

/**
 * CCD of pairs of boundary edges that share no vertex. The classes of the edges decide which pairs are tested (test-pairs.ts). Each pair
 * is tested once: an edge is tested with the edges of bodies of smaller index, and with those edges of its own body that are further left
 * in the tree.
 *
 * The stage writes each edge's earliest hits to edgeHits, at most hitsPerEdge; u is the parameter along the edge itself, v along the
 * other edge. The stages of the pass `sweep` must have run before. An element of the stage is a group: the edges of a subtree of a body's
 * tree. If the worker has no list of the group's near pairs for the present boxes, the edges descend the other trees together
 * (bvh/descent.ts) to make one.
 */
export const edgeEdge: Stage = {
  chunk: 2,
  count: ({ world }) => edgeGroups(world),
  run(context, begin, end) {
    const { world, state, parameters, scratch } = context;
    const { query } = scratch.ccd;
    query.isFailSafe = false;
    query.culls = parameters.selfCulling === 'cones';
    query.partsCrossed = parameters.crossedEdges === 'part';
    query.near.thickness = hasSheet(world) ? parameters.contactOffset : 0;
    Atomics.add(state.counters, COUNTERS.ccdCandidates, testGroups(context, begin, end));
  },
};

/** Returns the number of groups of edges in a world. */
export const edgeGroups = ({ edgeTrees }: World): number => groupCount(edgeTrees, EDGE_GROUP_HEIGHT);

/** Tests pairs of the edges of groups for the fail-safe (contacts/fail-safe). */
export function tryEdgePairs(context: Context, begin: number, end: number): void {
  const { query } = context.scratch.ccd;
  query.isFailSafe = true;
  // Patches are proved free for the motions of the first round.
  query.culls = context.parameters.selfCulling === 'cones' && context.state.failSafe[FAIL_SAFE.round] === 0;
  testGroups(context, begin, end);
}

/** Tests the pairs of the groups begin to end - 1. @returns number of pairs that reached the narrow phase */
function testGroups(context: Context, begin: number, end: number): number {
  const { world, state, scratch } = context;
  const { query, edgeEdge } = scratch.ccd;
  const { pairs } = edgeEdge;
  const capacity = state.capacities[CAPACITY.hitsPerEdge];
  if (edgeEdge.search.hitsEach !== capacity) edgeEdge.search = createSearch(2 ** EDGE_GROUP_HEIGHT, 2, capacity);
  const { search } = edgeEdge;
  setScale(query, scratch.view, state);
  prepareNearPairs(pairs, state.sweep[SWEEP.serial], edgeGroups(world));
  let candidates = 0;
  query.culled = 0;
  for (let i = begin; i < end; i++) {
    findGroup(world.edgeTrees, EDGE_GROUP_HEIGHT, i, query.group);
    gather(search, world, state, query.group);
    if (pairs.runEnds[i] < 0) {
      pairs.firstRuns[i] = pairs.runCount;
      listGroup(query, edgeEdge, context);
      pairs.runEnds[i] = pairs.runCount;
    }
    candidates += testRuns(query, search, pairs, context, true, i);
    if (state.sweep[SWEEP.escapedEdges] > 0) candidates += testEscaped(query, search, context, true);
    if (query.isFailSafe) continue;
    writeSearch(search, state.edgeHits, world.edgeCount);
    countDropped(search, state);
  }
  Atomics.add(state.counters, COUNTERS.ccdCulled, query.culled);
  return candidates;
}

/** Collects the edges of a group. */
function gather(search: Search, world: World, { edgeOrder }: State, { body, node }: Group): void {
  const { model, vertexBase, edgeBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const tree = world.edgeTrees[body];
  const leaves = leavesBelow(tree, node);
  // Each leaf holds one edge or none; those without an edge are the last ones. So leaf j holds element j of the tree's order.
  const firstLeaf = 1 << tree.levels;
  const end = Math.min((node + 1) * leaves, firstLeaf + tree.primitiveCount);
  search.count = 0;
  for (let leaf = node * leaves; leaf < end; leaf++) {
    const edge = edgeOrder[tree.orderBase + leaf - firstLeaf];
    const i = addSearcher(search, edgeBase + edge, BOX_STRIDE * (edgeBase + edge));
    search.leaves[i] = leaf;
    search.vertices[2 * i] = vertexBase + edges[2 * edge];
    search.vertices[2 * i + 1] = vertexBase + edges[2 * edge + 1];
  }
}

/** Lists the near pairs of a group's edges. */
function listGroup(ccd: CcdQuery, scratch: EdgeEdgeScratch, context: Context): void {
  const { world, state } = context;
  const { group, groupBox } = ccd;
  const tree = world.bodyTree;
  const boxes = state.sweptBodyBoxes;
  setGroupBox(groupBox, state.sweptEdgeBoxes, boxOf(world.edgeTrees[group.body], group.node));
  for (
    let n = nextLeafIn(tree, boxes, ROOT, groupBox);
    n !== DONE;
    n = nextLeafIn(tree, boxes, nodeAfter(n), groupBox)
  ) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++)
      if (state.bodyOrder[k] <= group.body) listBody(ccd, scratch, context, state.bodyOrder[k]);
  }
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

/** Lists the near pairs of a group's edges with the edges of one body. */
function listBody(ccd: CcdQuery, { search, pairs }: EdgeEdgeScratch, { world, state }: Context, body: number): void {
  const { descent, group } = ccd;
  const { edgeOrder, sweptEdgeBoxes } = state;
  const { model, vertexBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const ownTree = world.edgeTrees[group.body];
  const tree = world.edgeTrees[body];
  beginDescent(descent, ownTree, sweptEdgeBoxes, group.node, tree, sweptEdgeBoxes, body === group.body);
  // Each leaf holds one edge or none. Node n is leaf n - 2^levels, so its edge is edgeOrder[n - toOrder].
  const toOrder = (1 << tree.levels) - tree.orderBase;
  for (let i = 0; i < search.count; i++) {
    descendTo(descent, search.leaves[i]);
    const count = listPartners(descent, sweptEdgeBoxes, boxOf(ownTree, search.leaves[i]));
    const nodes = descent.partners;
    const c = search.vertices[2 * i];
    const d = search.vertices[2 * i + 1];
    const targets = roomForTargets(pairs, count);
    let end = pairs.targetCount;
    for (let j = 0; j < count; j++) {
      const edge = edgeOrder[nodes[j] - toOrder];
      const a = vertexBase + edges[2 * edge];
      const b = vertexBase + edges[2 * edge + 1];
      // Leave out edges that share a vertex, among them the edge itself. Vertex ids are unique over all bodies.
      targets[end] = edge;
      end += Number(a !== c) & Number(a !== d) & Number(b !== c) & Number(b !== d);
    }
    endRun(pairs, i, body, end);
  }
}
