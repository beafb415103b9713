import { BOX_STRIDE, type TreeLayout } from '../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../bvh/walk.ts';
import { edgeEdgeTimeOfImpact } from '../../geometry/time-of-impact.ts';
import type { Context, Stage } from '../stage.ts';
import { COUNTERS, type State } from '../state.ts';
import type { World } from '../world.ts';
import { createSearch, forgetHits, keepHit, type Search, writeSearch } from './edge-search.ts';
import { impact, motion, ROUNDED, setCorner, sweptBox } from './motion.ts';

/**
 * CCD of the boundary edges with both ends in P_out, with those before them (in bodies before, or in their own body's tree
 * further left, so that each pair is looked at once) that don't share a vertex with them. edgeHits gets the
 * EDGE_HITS earliest hits of each; u is the parameter along the edge itself, v along the other. Needs sweepEdges and sweepBodies.
 *
 * Neighbours in the tree search together: walking the trees and reading the other edges is paid once for all of them.
 */
export const edgeEdge: Stage = {
  chunk: 16,
  count: ({ world }) => world.edgeTrees.reduce((sum, tree) => sum + groupCount(tree), 0),
  run(context, begin, end) {
    const { world, state } = context;
    let candidates = 0;
    let body = 0;
    let firstGroup = 0;
    for (let group = begin; group < end; group++) {
      while (group - firstGroup >= groupCount(world.edgeTrees[body])) firstGroup += groupCount(world.edgeTrees[body++]);
      candidates += searchTogether(context, body, group - firstGroup);
    }
    Atomics.add(state.counters, COUNTERS.ccdCandidates, candidates);
  },
};

/** Levels above the leaves of the subtree that searches together, and the edges in it at most. */
const GROUP_LEVELS = 2;
const GROUP_SIZE = 2 ** GROUP_LEVELS;

const groupLevel = (tree: TreeLayout): number => Math.max(0, tree.levels - GROUP_LEVELS);
const groupCount = (tree: TreeLayout): number => 1 << groupLevel(tree);

const search: Search = createSearch(GROUP_SIZE);

/** @returns how many pairs came to the narrow phase */
function searchTogether(context: Context, ownBody: number, group: number): number {
  const { world, state } = context;
  const tree = world.bodyTree;
  const boxes = state.sweptBodyBoxes;
  const lastLeaf = gatherGroup(world, state, ownBody, group);
  let candidates = 0;
  if (search.count > 0) {
    for (
      let n = nextLeafIn(tree, boxes, ROOT, sweptBox);
      n !== DONE;
      n = nextLeafIn(tree, boxes, nodeAfter(n), sweptBox)
    ) {
      const end = leafBegin(tree, n + 1);
      for (let k = leafBegin(tree, n); k < end; k++) {
        const body = state.bodyOrder[k];
        if (body < ownBody) candidates += searchTree(context, body, Infinity);
        else if (body === ownBody) candidates += searchTree(context, body, lastLeaf);
      }
    }
  }
  writeSearch(search, state.edgeHits);
  if (search.dropped > 0) Atomics.add(state.counters, COUNTERS.contactsDropped, search.dropped);
  return candidates;
}

/** Gathers a group's edges that are outside, and what they sweep together. @returns the group's last leaf */
function gatherGroup(world: World, state: State, body: number, group: number): number {
  const { model, vertexBase, edgeBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const tree = world.edgeTrees[body];
  const leaves = 1 << (tree.levels - groupLevel(tree));
  const firstLeaf = (1 << tree.levels) + group * leaves;
  forgetHits(search);
  sweptBox.fill(Infinity, 0, 3);
  sweptBox.fill(-Infinity, 3, 6);
  for (let leaf = firstLeaf; leaf < firstLeaf + leaves; leaf++) {
    const k = leafBegin(tree, leaf);
    if (k === leafBegin(tree, leaf + 1)) continue;
    const edge = state.edgeOrder[k];
    search.hitIds[search.kept++] = edgeBase + edge;
    if (!isOutside(world, state, body, edge)) continue;
    const i = search.count++;
    const at = boxOf(tree, leaf);
    search.ids[i] = edgeBase + edge;
    search.leaves[i] = leaf;
    search.vertices[2 * i] = vertexBase + edges[2 * edge];
    search.vertices[2 * i + 1] = vertexBase + edges[2 * edge + 1];
    for (let axis = 0; axis < 3; axis++) {
      const lower = state.sweptEdgeBoxes[at + axis];
      const upper = state.sweptEdgeBoxes[at + 4 + axis];
      search.boxes[6 * i + axis] = lower;
      search.boxes[6 * i + axis + 3] = upper;
      if (lower < sweptBox[axis]) sweptBox[axis] = lower;
      if (upper > sweptBox[axis + 3]) sweptBox[axis + 3] = upper;
    }
  }
  return firstLeaf + leaves - 1;
}

/** Where a leaf's box is; of edges each leaf holds one at most, so that it is the edge's own. */
const boxOf = (tree: TreeLayout, leaf: number): number => BOX_STRIDE * (tree.nodeBase + leaf - 1);

/** Whether both ends of an edge are in P_out, and it itself, where edges have points of their own. */
function isOutside({ bodies, models, points }: World, { inside }: State, body: number, edge: number): boolean {
  const { model, surfaceBase, edgeBase } = bodies[body];
  const { edges, surfaceIndices } = models[model].topology;
  if (points.firstEdge < points.count && inside[points.firstEdge + edgeBase + edge] !== 0) return false;
  return (
    inside[surfaceBase + surfaceIndices[edges[2 * edge]]] === 0 &&
    inside[surfaceBase + surfaceIndices[edges[2 * edge + 1]]] === 0
  );
}

/** @param lastLeaf the walk goes from left to right and ends with this leaf */
function searchTree(context: Context, body: number, lastLeaf: number): number {
  const { world, state } = context;
  const { model, vertexBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const tree = world.edgeTrees[body];
  const boxes = state.sweptEdgeBoxes;
  const isOwn = lastLeaf !== Infinity;
  let candidates = 0;
  for (
    let n = nextLeafIn(tree, boxes, ROOT, sweptBox);
    n !== DONE;
    n = nextLeafIn(tree, boxes, nodeAfter(n), sweptBox)
  ) {
    if (n > lastLeaf) break;
    const at = boxOf(tree, n);
    const edge = state.edgeOrder[leafBegin(tree, n)];
    const a = vertexBase + edges[2 * edge];
    const b = vertexBase + edges[2 * edge + 1];
    let isKnownOutside = false;
    for (let i = 0; i < search.count; i++) {
      if ((isOwn && n >= search.leaves[i]) || !meets(i, boxes, at) || sharesVertex(i, a, b)) continue;
      if (!isKnownOutside && !isOutside(world, state, body, edge)) break;
      isKnownOutside = true;
      candidates++;
      testPair(state, i, a, b, body, edge);
    }
  }
  return candidates;
}

function meets(i: number, boxes: Float32Array, at: number): boolean {
  const own = search.boxes;
  const k = 6 * i;
  return (
    boxes[at] <= own[k + 3] &&
    boxes[at + 4] >= own[k] &&
    boxes[at + 1] <= own[k + 4] &&
    boxes[at + 5] >= own[k + 1] &&
    boxes[at + 2] <= own[k + 5] &&
    boxes[at + 6] >= own[k + 2]
  );
}

/** Vertex ids are unique among all bodies'. */
function sharesVertex(i: number, a: number, b: number): boolean {
  const c = search.vertices[2 * i];
  const d = search.vertices[2 * i + 1];
  return a === c || a === d || b === c || b === d;
}

function testPair(state: State, i: number, a: number, b: number, body: number, edge: number): void {
  setCorner(0, state, search.vertices[2 * i]);
  setCorner(1, state, search.vertices[2 * i + 1]);
  setCorner(2, state, a);
  setCorner(3, state, b);
  if (!edgeEdgeTimeOfImpact(motion, 0, impact, ROUNDED)) return;
  keepHit(search, i, impact, body, edge);
}
