import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../bvh/walk.ts';
import { clipSegment } from '../../geometry/segment-tetrahedron.ts';
import { NONE } from '../../mesh/topology.ts';
import type { Context, Stage } from '../program/stage.ts';
import { CAPACITY, pairPlace } from '../capacities.ts';
import { CONTAINMENT, COUNTERS, POINT_CLASS, INSIDE_MARGIN } from '../state.ts';
import { partsRegions } from '../contacts/regions/tables.ts';
import { isLeftOut } from './refit.ts';
import { waits } from './deep-pairs.ts';
import { isTetExcluded, isPointExcluded } from './inverted-boundary.ts';
import type { CurrentEdge } from './scratch.ts';

/**
 * Discrete collision detection (DCD) of boundary edges with the tetrahedra of all bodies. The stage clips each edge at the tetrahedra
 * that have neither end of the edge as a vertex. Each part inside a tetrahedron has a middle; the stage takes the part whose middle is
 * nearest to the edge's middle. Ties go to the smaller body id, then tetrahedron id. The part's middle becomes the edge's contact point.
 * This point and the part's tetrahedron are the edge's only pair.
 *
 * The stage's argument is one of CONTAINMENT, as for the stage `containment`; if it is `measured`, edges are skipped. The stage's
 * elements, which the workers share, are the boundary edges.
 * Source: Chen et al. 2023, section 4.
 */
export const edgeContainment: Stage = {
  chunk: 256,
  count: (context) =>
    context.argument === CONTAINMENT.measured || isLeftOut(context)
      ? 0
      : context.world.points.count - context.world.points.firstEdge,
  run(context, begin, end) {
    const { world, state, argument, scratch } = context;
    const { currentEdge } = scratch.detect;
    const { firstEdge } = world.points;
    let skippedTotal = 0;
    for (let point = firstEdge + begin; point < firstEdge + end; point++) {
      const isSearched = argument !== CONTAINMENT.inside || state.inside[point] !== POINT_CLASS.outside;
      currentEdge.tet = NONE;
      currentEdge.skippedCount = 0;
      currentEdge.pointExcluded = undefined;
      if (isSearched) findPart(currentEdge, context, point);
      if (argument === CONTAINMENT.classify) {
        const classWithoutPart = currentEdge.skippedCount > 0 ? POINT_CLASS.inverted : POINT_CLASS.outside;
        state.inside[point] = currentEdge.tet === NONE ? classWithoutPart : POINT_CLASS.inside;
        continue;
      }
      skippedTotal += currentEdge.skippedCount;
      state.pairCounts[point] = currentEdge.tet === NONE ? 0 : 1;
      if (currentEdge.tet === NONE) continue;
      currentEdge.float[0] = currentEdge.along;
      const place = 2 * pairPlace(world, state.capacities[CAPACITY.pairsPerPoint], point);
      state.pairs[place] = currentEdge.body;
      state.pairs[place + 1] = currentEdge.tet;
      state.pairs[place + 2] = currentEdge.bits[0]; // `along`, as a float32 number
    }
    if (skippedTotal > 0) Atomics.add(state.counters, COUNTERS.invertedSkipped, skippedTotal);
  },
};

/** Finds the best part of an edge, over the tetrahedra of all bodies, and writes it to `currentEdge`. */
function findPart(currentEdge: CurrentEdge, context: Context, point: number): void {
  const { box } = currentEdge;
  const { world, state, parameters, argument } = context;
  const { points } = world;
  const { model, vertexBase, edgeBase } = world.bodies[points.bodies[point]];
  const { edges } = world.models[model].topology;
  const edge = point - points.firstEdge - edgeBase;
  const p = 3 * (vertexBase + edges[2 * edge]);
  const q = 3 * (vertexBase + edges[2 * edge + 1]);
  currentEdge.p = p;
  currentEdge.q = q;
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(state.positions[p + k], state.positions[q + k]);
    box[k + 3] = Math.max(state.positions[p + k], state.positions[q + k]);
  }
  currentEdge.distance = Infinity;
  const takesTurns = argument === CONTAINMENT.inside && partsRegions(parameters, world);
  const step = state.counters[COUNTERS.step];
  const tree = world.bodyTree;
  const boxes = state.bodyBoxes;
  for (let n = nextLeafIn(tree, boxes, ROOT, box); n !== DONE; n = nextLeafIn(tree, boxes, nodeAfter(n), box)) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const body = state.bodyOrder[k];
      if (!takesTurns || !waits(state.deepPairs, world.bodies.length, step, points.bodies[point], body))
        findPartIn(currentEdge, context, point, body);
    }
  }
}

/** Does the same as `findPart`, for the tetrahedra of one body. */
function findPartIn(currentEdge: CurrentEdge, context: Context, point: number, body: number): void {
  const { p, q, box, part } = currentEdge;
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
      // Skip tetrahedra that have an end of the edge as a corner. Vertices of different bodies differ in these offsets.
      if (a === p || b === p || c === p || d === p || a === q || b === q || c === q || d === q) continue;
      if (clipSegment(part, positions, a, b, c, d, p, q, INSIDE_MARGIN))
        keepPart(currentEdge, context, point, body, tet);
    }
  }
}

/**
 * Makes the current part the best part if its middle is nearer to the edge's middle than the best part's middle. Skips the current part
 * if inverted tetrahedra exclude the pair (inverted-boundary.ts).
 */
function keepPart(currentEdge: CurrentEdge, { world, state }: Context, point: number, body: number, tet: number): void {
  const { part } = currentEdge;
  const middle = (part.begin + part.end) / 2;
  const distance = Math.abs(middle - 0.5);
  if (body === world.points.bodies[point]) {
    currentEdge.pointExcluded ??= isPointExcluded(world, state, point);
    if (currentEdge.pointExcluded || isTetExcluded(world, state, point, tet)) {
      currentEdge.skippedCount++;
      return;
    }
  }
  const isSmaller = body < currentEdge.body || (body === currentEdge.body && tet < currentEdge.tet);
  if (distance > currentEdge.distance || (distance === currentEdge.distance && !isSmaller)) return;
  currentEdge.body = body;
  currentEdge.tet = tet;
  currentEdge.along = middle;
  currentEdge.distance = distance;
}
