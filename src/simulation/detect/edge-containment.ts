import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../bvh/walk.ts';
import { clipSegment, part } from '../../geometry/segment-tetrahedron.ts';
import { NONE } from '../../mesh/topology.ts';
import type { Context, Stage } from '../stage.ts';
import { CAPACITY, pairPlace } from '../capacities.ts';
import { CONTAINMENT, COUNTERS, INSIDE, INSIDE_MARGIN } from '../state.ts';
import { isInvertedTo, isOfInverted } from './inverted-boundary.ts';

/**
 * DCD of boundary edges with the tetrahedra of all bodies. An edge's point is the middle of its part inside a tetrahedron that
 * holds none of its ends; of several such tetrahedra that whose middle is nearest to the edge's, of equally near ones
 * the smallest body, then tetrahedron. Its argument is one of CONTAINMENT, as for the stage `containment`; measuring looks at no
 * edges. Element: an edge's point.
 * Source: Chen et al. 2023, section 4.
 */
export const edgeContainment: Stage = {
  chunk: 256,
  count: ({ world, argument }) => (argument === CONTAINMENT.measured ? 0 : world.points.count - world.points.firstEdge),
  run(context, begin, end) {
    const { world, state, argument } = context;
    const { firstEdge } = world.points;
    let skippedInAll = 0;
    for (let point = firstEdge + begin; point < firstEdge + end; point++) {
      const looks = argument !== CONTAINMENT.inside || state.inside[point] !== INSIDE.outside;
      best.tet = NONE;
      skipped = 0;
      ofInverted = undefined;
      if (looks) findPart(context, point);
      if (argument === CONTAINMENT.classify) {
        const otherwise = skipped > 0 ? INSIDE.inverted : INSIDE.outside;
        state.inside[point] = best.tet === NONE ? otherwise : INSIDE.inside;
        continue;
      }
      skippedInAll += skipped;
      state.pairCounts[point] = best.tet === NONE ? 0 : 1;
      if (best.tet === NONE) continue;
      float[0] = best.along;
      const place = 2 * pairPlace(world, state.capacities[CAPACITY.pairsPerPoint], point);
      state.pairs[place] = best.body;
      state.pairs[place + 1] = best.tet;
      state.pairs[place + 2] = bits[0];
    }
    if (skippedInAll > 0) Atomics.add(state.counters, COUNTERS.invertedSkipped, skippedInAll);
  },
};

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const box = new Float32Array(6);
/** What is known of the edge at hand: its nearest part's tetrahedron, its middle and how far that is from the edge's [edges]. */
const best = { body: 0, tet: NONE, along: 0.5, distance: 0.5 };
/** Ends among all bodies', 3 times. */
let p = 0;
let q = 0;
/** Parts of the edge at hand that are left out. */
let skipped = 0;
/** Whether the edge is of an inverted boundary element; undefined until its first part within its body asks. */
let ofInverted: boolean | undefined;

function findPart(context: Context, point: number): void {
  const { world, state } = context;
  const { points } = world;
  const { model, vertexBase, edgeBase } = world.bodies[points.bodies[point]];
  const { edges } = world.models[model].topology;
  const edge = point - points.firstEdge - edgeBase;
  p = 3 * (vertexBase + edges[2 * edge]);
  q = 3 * (vertexBase + edges[2 * edge + 1]);
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(state.positions[p + k], state.positions[q + k]);
    box[k + 3] = Math.max(state.positions[p + k], state.positions[q + k]);
  }
  best.distance = Infinity;
  const tree = world.bodyTree;
  const boxes = state.bodyBoxes;
  for (let n = nextLeafIn(tree, boxes, ROOT, box); n !== DONE; n = nextLeafIn(tree, boxes, nodeAfter(n), box)) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) findPartIn(context, point, state.bodyOrder[k]);
  }
}

function findPartIn(context: Context, point: number, body: number): void {
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
      // Vertex ids are unique among all bodies': those of other bodies never hold an end.
      if (a === p || b === p || c === p || d === p || a === q || b === q || c === q || d === q) continue;
      if (clipSegment(positions, a, b, c, d, p, q, INSIDE_MARGIN)) keepPart(context, point, body, tet);
    }
  }
}

function keepPart({ world, state }: Context, point: number, body: number, tet: number): void {
  const middle = (part.begin + part.end) / 2;
  const distance = Math.abs(middle - 0.5);
  if (body === world.points.bodies[point]) {
    ofInverted ??= isOfInverted(world, state, point);
    if (ofInverted || isInvertedTo(world, state, point, tet)) {
      skipped++;
      return;
    }
  }
  const isSmaller = body < best.body || (body === best.body && tet < best.tet);
  if (distance > best.distance || (distance === best.distance && !isSmaller)) return;
  best.body = body;
  best.tet = tet;
  best.along = middle;
  best.distance = distance;
}
