import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../bvh/walk.ts';
import { clipSegment } from '../../geometry/segment-tetrahedron.ts';
import { NONE } from '../../mesh/topology.ts';
import type { Context, Stage } from '../stage.ts';
import { CAPACITY, pairPlace } from '../capacities.ts';
import { CONTAINMENT, COUNTERS, INSIDE, INSIDE_MARGIN } from '../state.ts';
import { isInvertedTo, isOfInverted } from './inverted-boundary.ts';
import type { EdgeAtHand } from './scratch.ts';

/**
 * DCD of boundary edges with the tetrahedra of all bodies. An edge's point is the middle of the part of the edge that lies inside a
 * tetrahedron which holds neither of its ends. If there are several such tetrahedra, the one whose middle is nearest to the edge's
 * middle counts; of equally near ones that with the smallest body, then tetrahedron. Its argument is one of CONTAINMENT, as for the
 * stage `containment`; measuring skips edges. Elements: points of edges.
 * Source: Chen et al. 2023, section 4.
 */
export const edgeContainment: Stage = {
  chunk: 256,
  count: ({ world, argument }) => (argument === CONTAINMENT.measured ? 0 : world.points.count - world.points.firstEdge),
  run(context, begin, end) {
    const { world, state, argument, scratch } = context;
    const { edgeAtHand } = scratch.detect;
    const { firstEdge } = world.points;
    let skippedInAll = 0;
    for (let point = firstEdge + begin; point < firstEdge + end; point++) {
      const looks = argument !== CONTAINMENT.inside || state.inside[point] !== INSIDE.outside;
      edgeAtHand.tet = NONE;
      edgeAtHand.skipped = 0;
      edgeAtHand.ofInverted = undefined;
      if (looks) findPart(edgeAtHand, context, point);
      if (argument === CONTAINMENT.classify) {
        const otherwise = edgeAtHand.skipped > 0 ? INSIDE.inverted : INSIDE.outside;
        state.inside[point] = edgeAtHand.tet === NONE ? otherwise : INSIDE.inside;
        continue;
      }
      skippedInAll += edgeAtHand.skipped;
      state.pairCounts[point] = edgeAtHand.tet === NONE ? 0 : 1;
      if (edgeAtHand.tet === NONE) continue;
      edgeAtHand.float[0] = edgeAtHand.along;
      const place = 2 * pairPlace(world, state.capacities[CAPACITY.pairsPerPoint], point);
      state.pairs[place] = edgeAtHand.body;
      state.pairs[place + 1] = edgeAtHand.tet;
      state.pairs[place + 2] = edgeAtHand.bits[0];
    }
    if (skippedInAll > 0) Atomics.add(state.counters, COUNTERS.invertedSkipped, skippedInAll);
  },
};

/** Finds the best tetrahedron for an edge, over all bodies, into `edgeAtHand`. */
function findPart(edgeAtHand: EdgeAtHand, context: Context, point: number): void {
  const { box } = edgeAtHand;
  const { world, state } = context;
  const { points } = world;
  const { model, vertexBase, edgeBase } = world.bodies[points.bodies[point]];
  const { edges } = world.models[model].topology;
  const edge = point - points.firstEdge - edgeBase;
  const p = 3 * (vertexBase + edges[2 * edge]);
  const q = 3 * (vertexBase + edges[2 * edge + 1]);
  edgeAtHand.p = p;
  edgeAtHand.q = q;
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(state.positions[p + k], state.positions[q + k]);
    box[k + 3] = Math.max(state.positions[p + k], state.positions[q + k]);
  }
  edgeAtHand.distance = Infinity;
  const tree = world.bodyTree;
  const boxes = state.bodyBoxes;
  for (let n = nextLeafIn(tree, boxes, ROOT, box); n !== DONE; n = nextLeafIn(tree, boxes, nodeAfter(n), box)) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) findPartIn(edgeAtHand, context, point, state.bodyOrder[k]);
  }
}

/** Tests the tetrahedra of one body. */
function findPartIn(edgeAtHand: EdgeAtHand, context: Context, point: number, body: number): void {
  const { p, q, box, part } = edgeAtHand;
  const { world, state } = context;
  const { positions, tetBoxes, tetOrder } = state;
  const { model, vertexBase } = world.bodies[body];
  const { tets } = world.models[model].topology;
  const base = 3 * vertexBase;
  const tree = world.tetTrees[body];
  for (let n = nextLeafIn(tree, tetBoxes, ROOT, box); n !== DONE; n = nextLeafIn(tree, tetBoxes, nodeAfter(n), box)) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const tet = tetOrder[k];
      const a = base + 3 * tets[4 * tet];
      const b = base + 3 * tets[4 * tet + 1];
      const c = base + 3 * tets[4 * tet + 2];
      const d = base + 3 * tets[4 * tet + 3];
      // Vertex ids are unique over all bodies, so a tetrahedron of another body never holds an end of the edge.
      if (a === p || b === p || c === p || d === p || a === q || b === q || c === q || d === q) continue;
      if (clipSegment(part, positions, a, b, c, d, p, q, INSIDE_MARGIN))
        keepPart(edgeAtHand, context, point, body, tet);
    }
  }
}

/** Keeps the current part if it is better than the best so far, unless inverted elements exclude it. */
function keepPart(edgeAtHand: EdgeAtHand, { world, state }: Context, point: number, body: number, tet: number): void {
  const { part } = edgeAtHand;
  const middle = (part.begin + part.end) / 2;
  const distance = Math.abs(middle - 0.5);
  if (body === world.points.bodies[point]) {
    edgeAtHand.ofInverted ??= isOfInverted(world, state, point);
    if (edgeAtHand.ofInverted || isInvertedTo(world, state, point, tet)) {
      edgeAtHand.skipped++;
      return;
    }
  }
  const isSmaller = body < edgeAtHand.body || (body === edgeAtHand.body && tet < edgeAtHand.tet);
  if (distance > edgeAtHand.distance || (distance === edgeAtHand.distance && !isSmaller)) return;
  edgeAtHand.body = body;
  edgeAtHand.tet = tet;
  edgeAtHand.along = middle;
  edgeAtHand.distance = distance;
}
