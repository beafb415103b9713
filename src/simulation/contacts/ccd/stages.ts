import { BOX_STRIDE } from '../../../bvh/tree.ts';
import { CAPACITY } from '../../capacities.ts';
import { type Context, raise, type Stage } from '../../program/stage.ts';
import { COUNTERS, hitsPerVertex, type State, SWEEP } from '../../state.ts';
import { hasSheet, type World } from '../../world/world.ts';
import { partsCrossedEdges, partsRegions } from '../regions/tables.ts';
import { GUARD, MOST_DUE, ROUND } from '../guarantee/arrays.ts';
import { beginsFree } from '../guarantee/rounds.ts';
import { isGuarded } from '../guarantee/is-guarded.ts';
import { gatherEdges, listNearEdges } from './edge-edge.ts';
import { prepareNearPairs } from './near-pairs.ts';
import type { CcdQuery } from './scratch.ts';
import {
  createSearch,
  EDGE_GROUP_HEIGHT,
  FACE_GROUP_HEIGHT,
  findGroup,
  groupCount,
  boxOf,
  MOST_VERTICES,
  type Search,
  setGroupBox,
  writeSearch,
} from './search.ts';
import { boxMeets, setScale, testEscaped, testRuns } from './test-pairs.ts';
import { gatherVertices, listNearFaces } from './vertex-face.ts';

/**
 * CCD of surface vertices with boundary faces, and of boundary edges. Vertices move on straight lines from x0 (their positions at the start
 * of the step) to x. Pairs that share a vertex are left out; the classes of vertices and edges decide which others are tested (test-pairs.ts).
 *
 * The stages write the earliest hits of each vertex to vertexHits, at most hitsPerVertex, and those of each edge to edgeHits, at most hitsPerEdge.
 * u and v are the weights of the face's corners 1 and 2, or the parameters along the edge itself and along the other one. The stages of the pass `sweep`
 * must have run before. An element of a stage is a group of vertices or edges. If the worker has no list of the group's near pairs for the
 * present boxes, it makes one.
 */
export const vertexFace: Stage = {
  chunk: 2,
  count: ({ world }) => groupsOf(world, false),
  run: (context, begin, end) => findHits(context, false, begin, end),
};
export const edgeEdge: Stage = {
  chunk: 2,
  count: ({ world }) => groupsOf(world, true),
  run: (context, begin, end) => findHits(context, true, begin, end),
};

/** Returns the number of groups of edges or of vertices in a world. */
export const groupsOf = ({ edgeTrees, faceTrees }: World, isEdges: boolean): number =>
  isEdges ? groupCount(edgeTrees, EDGE_GROUP_HEIGHT) : groupCount(faceTrees, FACE_GROUP_HEIGHT);

function findHits(context: Context, isEdges: boolean, begin: number, end: number): void {
  const { world, state, parameters, scratch } = context;
  const { query } = scratch.ccd;
  query.isLook = false;
  query.notesHits = isGuarded(parameters, world);
  query.culls = parameters.selfCulling === 'cones';
  query.partsCrossed = partsCrossedEdges(parameters, world) && !beginsFree(context);
  query.leavesDeep = partsRegions(parameters, world);
  query.near.thickness = hasSheet(world) ? parameters.contactOffset : 0;
  Atomics.add(state.counters, COUNTERS.ccdCandidates, testGroups(context, isEdges, begin, end));
}

/** Looks at the pairs of the edges or vertices of groups for the guarantee (contacts/guarantee). */
export function lookAtPairs(context: Context, isEdges: boolean, begin: number, end: number): void {
  const { query } = context.scratch.ccd;
  const { counters } = context.state;
  query.isLook = true;
  query.leavesDeep = false;
  // Patches are proved free for the motions that CCD has seen.
  query.culls = false;
  const tested = testGroups(context, isEdges, begin, end);
  if (tested > 0) Atomics.add(counters, COUNTERS.guardTested, tested);
  if (begin === 0 && !isEdges) Atomics.add(counters, COUNTERS.guardLooks, 1);
}

/** Tests the pairs of the groups begin to end - 1. @returns number of pairs that reached the narrow phase */
function testGroups(context: Context, isEdges: boolean, begin: number, end: number): number {
  const { world, state, scratch } = context;
  const { query, edgeEdge, vertexFace } = scratch.ccd;
  const { pairs } = isEdges ? edgeEdge : vertexFace;
  const search = searchFor(context, isEdges);
  setScale(query, scratch.view, state);
  prepareNearPairs(pairs, state.sweep[SWEEP.serial], groupsOf(world, isEdges));
  let candidates = 0;
  query.culled = 0;
  // Pushes read the records of all hits, so that a look writes those without one, too.
  const writes = !query.isLook || state.guard[GUARD.round] === ROUND.push;
  for (let i = begin; i < end; i++) {
    if (isEdges) findGroup(world.edgeTrees, EDGE_GROUP_HEIGHT, i, query.group);
    else findGroup(world.faceTrees, FACE_GROUP_HEIGHT, i, query.group);
    const isTested = !query.isLook || isDueNear(query, context, isEdges);
    if (!isTested && !writes) continue;
    if (isEdges) gatherEdges(search, world, state, query.group);
    else gatherVertices(search, world, state, query.group);
    if (search.count === 0) continue;
    if (isTested) candidates += testGroup(context, search, isEdges, i);
    if (!writes) continue;
    if (isEdges) writeSearch(search, state.edgeHits, world.edgeCount);
    else writeSearch(search, state.vertexHits, world.surfaceVertexCount);
    if (!query.isLook) countDropped(search, state, isEdges);
  }
  Atomics.add(state.counters, COUNTERS.ccdCulled, query.culled);
  return candidates;
}

/** Tests the pairs of one group, whose elements have been gathered. @returns number of pairs that reached the narrow phase */
function testGroup(context: Context, search: Search, isEdges: boolean, i: number): number {
  const { state, scratch } = context;
  const { query, edgeEdge, vertexFace } = scratch.ccd;
  const { pairs } = isEdges ? edgeEdge : vertexFace;
  if (pairs.runEnds[i] < 0) {
    pairs.firstRuns[i] = pairs.runCount;
    if (isEdges) listNearEdges(query, edgeEdge, context);
    else listNearFaces(query, vertexFace, context);
    pairs.runEnds[i] = pairs.runCount;
  }
  const candidates = testRuns(query, search, pairs, context, isEdges, i);
  const hasEscaped = state.sweep[isEdges ? SWEEP.escapedEdges : SWEEP.escapedVertices] > 0;
  return hasEscaped ? candidates + testEscaped(query, search, context, isEdges) : candidates;
}

/**
 * Lists the due edges or faces whose motions' boxes meet those of the group (query.due).
 * @returns false if there are none: then no pair of the group is due
 */
function isDueNear(query: CcdQuery, { world, state }: Context, isEdges: boolean): boolean {
  const { group, due, groupBox } = query;
  const { guard, sweep } = state;
  const count = guard[isEdges ? GUARD.dueEdges : GUARD.dueFaces];
  query.dueCount = -1;
  if (guard[GUARD.round] === ROUND.cutAll || count > MOST_DUE) return true;
  const tree = (isEdges ? world.edgeTrees : world.faceTrees)[group.body];
  setGroupBox(groupBox, isEdges ? state.sweptEdgeBoxes : state.sweptFaceBoxes, boxOf(tree, group.node));
  const list = isEdges ? state.dueEdges : state.dueFaces;
  const boxes = isEdges ? state.edgeMotionBoxes : state.faceMotionBoxes;
  query.dueCount = 0;
  for (let k = 0; k < count; k++) if (boxMeets(groupBox, boxes, BOX_STRIDE * list[k])) due[query.dueCount++] = list[k];
  // Escaped edges and vertices may be outside of their group's box.
  return query.dueCount > 0 || sweep[SWEEP.escapedVertices] > 0;
}

/** Returns the worker's search. If another number of hits than before is to be kept, makes a new one. */
function searchFor({ world, state, scratch }: Context, isEdges: boolean): Search {
  const { edgeEdge, vertexFace } = scratch.ccd;
  const hitsEach = isEdges ? state.capacities[CAPACITY.hitsPerEdge] : hitsPerVertex(world);
  if (isEdges) {
    if (edgeEdge.search.hitsEach !== hitsEach) edgeEdge.search = createSearch(2 ** EDGE_GROUP_HEIGHT, 2, hitsEach);
    return edgeEdge.search;
  }
  if (vertexFace.search.hitsEach !== hitsEach) vertexFace.search = createSearch(MOST_VERTICES, 1, hitsEach);
  return vertexFace.search;
}

/**
 * Counts the hits that were not kept. Of edges, requests a capacity hitsPerEdge that would keep all. A vertex keeps as many as
 * hitsPerVertex says; if that is one, the others aren't missing.
 */
function countDropped(search: Search, { counters }: State, isEdges: boolean): void {
  if (!isEdges && search.hitsEach === 1) return;
  let dropped = 0;
  let most = 0;
  for (let i = 0; i < search.count; i++) {
    dropped += Math.max(0, search.foundCounts[i] - search.hitsEach);
    most = Math.max(most, search.foundCounts[i]);
  }
  if (dropped === 0) return;
  Atomics.add(counters, isEdges ? COUNTERS.contactsDropped : COUNTERS.vertexHitsLeftOut, dropped);
  if (isEdges) raise(counters, COUNTERS.needs + CAPACITY.hitsPerEdge, most);
}
