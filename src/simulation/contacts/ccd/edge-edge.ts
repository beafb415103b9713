import { beginDescent, descendTo, listPartners } from '../../../bvh/descent.ts';
import { BOX_STRIDE } from '../../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../../bvh/walk.ts';
import { edgeEdgeTimeOfImpact } from '../../../geometry/time-of-impact.ts';
import { CAPACITY } from '../../capacities.ts';
import { type Context, raise, type Stage } from '../../program/stage.ts';
import { COUNTERS, DETECTIONS, INSIDE, type State, SWEEP } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { NONZERO_INPUT_ERROR, setCorner } from './sweep.ts';
import type { CcdQuery, EdgeEdgeScratch } from './scratch.ts';
import {
  boxesMeet,
  boxMeets,
  dropLists,
  endRun,
  growBox,
  prepareNearPairs,
  roomForTargets,
  RUN,
  writeMet,
} from './near-pairs.ts';
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
    const { world, state, scratch, argument } = context;
    const { query: ccd, edgeEdge } = scratch.ccd;
    const { pairs } = edgeEdge;
    const capacity = state.capacities[CAPACITY.hitsPerEdge];
    if (edgeEdge.search.hitsEach !== capacity) edgeEdge.search = createSearch(2 ** EDGE_GROUP_HEIGHT, 2, capacity);
    const { search } = edgeEdge;
    const isOnly = argument === DETECTIONS.only;
    if (!isOnly) prepareNearPairs(pairs, state.sweep[SWEEP.serial], world.edgeTrees, EDGE_GROUP_HEIGHT);
    let candidates = 0;
    for (let i = begin; i < end; i++) {
      findGroup(world.edgeTrees, EDGE_GROUP_HEIGHT, i, ccd.group);
      gather(search, world, state, ccd.group);
      if (search.count > 0) {
        if (isOnly) {
          dropLists(pairs);
          listGroup(ccd, edgeEdge, context);
          candidates += testRuns(ccd, edgeEdge, context, 0, pairs.runCount);
        } else {
          if (pairs.runEnds[i] < 0) {
            pairs.firstRuns[i] = pairs.runCount;
            listGroup(ccd, edgeEdge, context);
            pairs.runEnds[i] = pairs.runCount;
          }
          candidates += testRuns(ccd, edgeEdge, context, pairs.firstRuns[i], pairs.runEnds[i]);
        }
        if (state.sweep[SWEEP.escapedVertices] > 0) candidates += searchEscaped(ccd, edgeEdge, context);
      }
      writeSearch(search, state.edgeHits, world.edgeCount);
      countDropped(search, state);
    }
    Atomics.add(state.counters, COUNTERS.ccdCandidates, candidates);
  },
};

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

/** Lists the near pairs of a group's edges with the edges of one body. */
function listBody(ccd: CcdQuery, { search, pairs }: EdgeEdgeScratch, { world, state }: Context, body: number): void {
  const { descent, group } = ccd;
  const { edgeOrder, sweptEdgeBoxes } = state;
  const { model, vertexBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const ownTree = world.edgeTrees[group.body];
  const tree = world.edgeTrees[body];
  const isOwnBody = body === group.body;
  beginDescent(descent, ownTree, sweptEdgeBoxes, group.node, tree, sweptEdgeBoxes, isOwnBody);
  // Each leaf holds one edge or none. Node n is leaf n - 2^levels, so its edge is edgeOrder[n - toOrder].
  const toOrder = (1 << tree.levels) - tree.orderBase;
  const { edgeBase } = world.bodies[group.body];
  for (let i = 0; i < search.count; i++) {
    if (isOwnBody && !isTested(world, state, body, search.ids[i] - edgeBase, true)) continue;
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
      // Skip edges that share a vertex, among them the edge itself. Vertex ids are unique over all bodies.
      if (a === c || a === d || b === c || b === d || !isTested(world, state, body, edge, isOwnBody)) continue;
      targets[end++] = edge;
    }
    endRun(pairs, i, body, end);
  }
}

/**
 * Tests the listed pairs of a group from run `first` up to, not including, run `last`. If the boxes of the BVHs have margins, only pairs
 * whose motions' boxes meet are tested. Pairs with an escaped vertex are left to searchEscaped.
 * @returns number of pairs that reached the narrow phase
 */
function testRuns(ccd: CcdQuery, scratch: EdgeEdgeScratch, context: Context, first: number, last: number): number {
  const { world, state, argument } = context;
  const { search, pairs } = scratch;
  const { edgeMotionBoxes, escaped, sweep } = state;
  const { runs } = pairs;
  const isFiltered = argument !== DETECTIONS.only;
  const anyEscaped = sweep[SWEEP.escapedVertices] > 0;
  let candidates = 0;
  let begin = first === 0 ? 0 : runs[RUN.stride * (first - 1) + RUN.end];
  for (let run = RUN.stride * first; run < RUN.stride * last; run += RUN.stride) {
    const i = runs[run + RUN.element];
    const body = runs[run + RUN.body];
    const end = runs[run + RUN.end];
    const from = begin;
    begin = end;
    const c = search.vertices[2 * i];
    const d = search.vertices[2 * i + 1];
    if (anyEscaped && (escaped[c] | escaped[d]) !== 0) continue;
    const { model, vertexBase, edgeBase } = world.bodies[body];
    const { edges } = world.models[model].topology;
    const box = BOX_STRIDE * search.ids[i];
    const count = isFiltered
      ? writeMet(pairs, from, end, edgeMotionBoxes, box, edgeMotionBoxes, BOX_STRIDE * edgeBase)
      : end - from;
    if (count === 0) continue;
    const targets = isFiltered ? pairs.met : pairs.targets;
    const offset = isFiltered ? 0 : from;
    setEdge(ccd.motion, 0, state, c, d);
    for (let j = offset; j < offset + count; j++) {
      const edge = targets[j];
      const a = vertexBase + edges[2 * edge];
      const b = vertexBase + edges[2 * edge + 1];
      if (anyEscaped && (escaped[a] | escaped[b]) !== 0) continue;
      candidates++;
      setEdge(ccd.motion, 2, state, a, b);
      if (edgeEdgeTimeOfImpact(ccd.motion, 0, ccd.impact, NONZERO_INPUT_ERROR))
        keepHit(search, i, ccd.impact, body, edge);
    }
  }
  return candidates;
}

/** Writes the two corners of an edge to a query: corners 0 and 1, or 2 and 3. */
function setEdge(motion: Float64Array, corner: 0 | 2, state: State, a: number, b: number): void {
  setCorner(motion, corner, state, a);
  setCorner(motion, corner + 1, state, b);
}

/** Tests the pairs of a group in which an edge has an escaped vertex. @returns number of pairs that reached the narrow phase */
function searchEscaped(ccd: CcdQuery, scratch: EdgeEdgeScratch, context: Context): number {
  const { world, state } = context;
  const { search } = scratch;
  const { group, groupBox } = ccd;
  const { escaped, escapedEdges, sweep, edgeMotionBoxes } = state;
  let candidates = 0;
  groupBox.fill(Infinity, 0, 3);
  groupBox.fill(-Infinity, 3);
  for (let i = 0; i < search.count; i++) {
    growBox(groupBox, edgeMotionBoxes, BOX_STRIDE * search.ids[i]);
    if ((escaped[search.vertices[2 * i]] | escaped[search.vertices[2 * i + 1]]) !== 0)
      candidates += walk(ccd, search, context, i);
  }
  // Targets at escaped vertices, for all edges of the group.
  for (let k = 0; k < sweep[SWEEP.escapedEdges]; k++) {
    const body = escapedEdges[3 * k];
    if (body > group.body) continue;
    const edge = escapedEdges[3 * k + 1];
    const at = BOX_STRIDE * (world.bodies[body].edgeBase + edge);
    if (!boxMeets(groupBox, edgeMotionBoxes, at)) continue;
    for (let i = 0; i < search.count; i++)
      if (body !== group.body || escapedEdges[3 * k + 2] < search.leaves[i])
        candidates += testPair(ccd, search, context, i, body, edge);
  }
  return candidates;
}

/** Tests an escaped edge with the edges that have not escaped. @returns number of pairs that reached the narrow phase */
function walk(ccd: CcdQuery, search: Search, context: Context, i: number): number {
  const { world, state } = context;
  const { group, elementBox } = ccd;
  const { escaped, edgeOrder, sweptEdgeBoxes, edgeMotionBoxes } = state;
  setGroupBox(elementBox, edgeMotionBoxes, BOX_STRIDE * search.ids[i]);
  let candidates = 0;
  for (let body = 0; body <= group.body; body++) {
    const tree = world.edgeTrees[body];
    const { model, vertexBase, edgeBase } = world.bodies[body];
    const { edges } = world.models[model].topology;
    const last = body === group.body ? search.leaves[i] : 2 << tree.levels;
    for (
      let n = nextLeafIn(tree, sweptEdgeBoxes, ROOT, elementBox);
      n !== DONE && n < last;
      n = nextLeafIn(tree, sweptEdgeBoxes, nodeAfter(n), elementBox)
    ) {
      const edge = edgeOrder[leafBegin(tree, n)];
      if (!boxMeets(elementBox, edgeMotionBoxes, BOX_STRIDE * (edgeBase + edge))) continue;
      if ((escaped[vertexBase + edges[2 * edge]] | escaped[vertexBase + edges[2 * edge + 1]]) === 0)
        candidates += testPair(ccd, search, context, i, body, edge);
    }
  }
  return candidates;
}

/** Tests a pair of edges, unless their boxes are apart, they share a vertex, or CCD doesn't test one of them. @returns 1 if it was tested */
function testPair(
  ccd: CcdQuery,
  search: Search,
  { world, state }: Context,
  i: number,
  body: number,
  edge: number,
): 0 | 1 {
  const { model, vertexBase, edgeBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const { edgeMotionBoxes } = state;
  if (!boxesMeet(edgeMotionBoxes, BOX_STRIDE * search.ids[i], edgeMotionBoxes, BOX_STRIDE * (edgeBase + edge)))
    return 0;
  const c = search.vertices[2 * i];
  const d = search.vertices[2 * i + 1];
  const a = vertexBase + edges[2 * edge];
  const b = vertexBase + edges[2 * edge + 1];
  if (a === c || a === d || b === c || b === d) return 0;
  const isOwnBody = body === ccd.group.body;
  if (!isTested(world, state, body, edge, isOwnBody)) return 0;
  if (isOwnBody && !isTested(world, state, body, search.ids[i] - edgeBase, true)) return 0;
  setEdge(ccd.motion, 0, state, c, d);
  setEdge(ccd.motion, 2, state, a, b);
  if (edgeEdgeTimeOfImpact(ccd.motion, 0, ccd.impact, NONZERO_INPUT_ERROR)) keepHit(search, i, ccd.impact, body, edge);
  return 1;
}
