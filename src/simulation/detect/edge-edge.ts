import { leafCount, LEAF_SIZE } from '../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../bvh/walk.ts';
import { edgesStayApart } from '../../geometry/separating-axis.ts';
import { edgeEdgeTimeOfImpact } from '../../geometry/time-of-impact.ts';
import type { Context, Stage } from '../stage.ts';
import { COUNTERS, type State } from '../state.ts';
import type { World } from '../world.ts';
import { createSearch, forgetHits, type Search, writeSearch } from './edge-search.ts';
import { impact, motion, setCorner, sweptBox } from './motion.ts';

/**
 * CCD of the boundary edges with both ends in P_out, with those before them (in bodies before, or in their own body's tree
 * further left, so that each pair is looked at once) that don't share a vertex with them. edgeHits gets the earliest hit
 * of each; u is the parameter along the edge itself, v along the other. Needs sweepEdges and sweepBodies.
 *
 * A whole leaf searches at once: walking the trees and reading the other edges is paid once for up to LEAF_SIZE edges.
 */
export const edgeEdge: Stage = {
  chunk: 16,
  count: ({ world }) => world.edgeTrees.reduce((sum, tree) => sum + leafCount(tree), 0),
  run(context, begin, end) {
    const { world, state } = context;
    let candidates = 0;
    let body = 0;
    let firstLeaf = 0;
    for (let leaf = begin; leaf < end; leaf++) {
      while (leaf - firstLeaf >= leafCount(world.edgeTrees[body])) firstLeaf += leafCount(world.edgeTrees[body++]);
      candidates += searchLeaf(context, body, leafCount(world.edgeTrees[body]) + leaf - firstLeaf);
    }
    Atomics.add(state.counters, COUNTERS.ccdCandidates, candidates);
  },
};

/** The edges of the leaf that searches. */
const search: Search = createSearch(LEAF_SIZE);

/** @returns how many pairs came to the narrow phase */
function searchLeaf(context: Context, ownBody: number, leaf: number): number {
  const { world, state } = context;
  gatherLeaf(world, state, ownBody, leaf);
  const tree = world.bodyTree;
  const boxes = state.sweptBodyBoxes;
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
        if (body <= ownBody) candidates += searchTree(context, body, body === ownBody ? leaf : DONE);
      }
    }
  }
  writeSearch(search, state.edgeHits);
  return candidates;
}

/** Gathers a leaf's edges that are outside, and what they sweep together; the others' hits are forgotten. */
function gatherLeaf(world: World, state: State, body: number, leaf: number): void {
  const { model, vertexBase, edgeBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const tree = world.edgeTrees[body];
  const end = leafBegin(tree, leaf + 1);
  forgetHits(search);
  sweptBox.fill(Infinity, 0, 3);
  sweptBox.fill(-Infinity, 3, 6);
  for (let k = leafBegin(tree, leaf); k < end; k++) {
    const edge = state.edgeOrder[k];
    const i = search.count;
    search.hitIds[search.kept++] = edgeBase + edge;
    if (!isOutside(world, state, body, edge)) continue;
    search.ids[i] = edgeBase + edge;
    search.positions[i] = k;
    search.vertices[2 * i] = vertexBase + edges[2 * edge];
    search.vertices[2 * i + 1] = vertexBase + edges[2 * edge + 1];
    sweepEdge(state, search.vertices[2 * i], search.vertices[2 * i + 1]);
    for (let axis = 0; axis < 3; axis++) {
      search.boxes[6 * i + axis] = edgeBox[axis];
      search.boxes[6 * i + axis + 3] = edgeBox[axis + 3];
      sweptBox[axis] = Math.min(sweptBox[axis], edgeBox[axis]);
      sweptBox[axis + 3] = Math.max(sweptBox[axis + 3], edgeBox[axis + 3]);
    }
    search.count++;
  }
}

/** Whether both ends of an edge are in P_out. */
function isOutside(world: World, { inside }: State, body: number, edge: number): boolean {
  const { model, surfaceBase } = world.bodies[body];
  const { edges, surfaceIndices } = world.models[model].topology;
  return (
    inside[surfaceBase + surfaceIndices[edges[2 * edge]]] === 0 &&
    inside[surfaceBase + surfaceIndices[edges[2 * edge + 1]]] === 0
  );
}

/** What an edge sweeps: lower corner, upper corner. */
const edgeBox = new Float32Array(6);

function sweepEdge({ positionsT0: x0, positions: x }: State, a: number, b: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const i = 3 * a + axis;
    const j = 3 * b + axis;
    edgeBox[axis] = Math.min(x0[i], x[i], x0[j], x[j]);
    edgeBox[axis + 3] = Math.max(x0[i], x[i], x0[j], x[j]);
  }
}

/** @param ownLeaf the leaf that searches, where this is its own tree: the walk, from left to right, ends there; else DONE */
function searchTree(context: Context, body: number, ownLeaf: number): number {
  const { world, state } = context;
  const { model, vertexBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const tree = world.edgeTrees[body];
  const boxes = state.sweptEdgeBoxes;
  let candidates = 0;
  for (
    let n = nextLeafIn(tree, boxes, ROOT, sweptBox);
    n !== DONE;
    n = nextLeafIn(tree, boxes, nodeAfter(n), sweptBox)
  ) {
    if (ownLeaf !== DONE && n > ownLeaf) break;
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const edge = state.edgeOrder[k];
      const a = vertexBase + edges[2 * edge];
      const b = vertexBase + edges[2 * edge + 1];
      sweepEdge(state, a, b);
      let isKnownOutside = false;
      for (let i = 0; i < search.count; i++) {
        if (n === ownLeaf && k >= search.positions[i]) continue;
        if (!meets(i) || sharesVertex(i, a, b)) continue;
        if (!isKnownOutside && !isOutside(world, state, body, edge)) break;
        isKnownOutside = true;
        candidates++;
        testPair(state, i, a, b, body, edge);
      }
    }
  }
  return candidates;
}

function meets(i: number): boolean {
  const { boxes } = search;
  const at = 6 * i;
  return (
    edgeBox[0] <= boxes[at + 3] &&
    edgeBox[3] >= boxes[at] &&
    edgeBox[1] <= boxes[at + 4] &&
    edgeBox[4] >= boxes[at + 1] &&
    edgeBox[2] <= boxes[at + 5] &&
    edgeBox[5] >= boxes[at + 2]
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
  if (edgesStayApart(motion) || !edgeEdgeTimeOfImpact(motion, 0, impact)) return;
  if (impact.t > search.times[i]) return;
  const isTie = impact.t === search.times[i];
  if (isTie && (body > search.bodies[i] || (body === search.bodies[i] && edge > search.elements[i]))) return;
  search.times[i] = impact.t;
  search.bodies[i] = body;
  search.elements[i] = edge;
  search.us[i] = impact.u;
  search.vs[i] = impact.v;
}
