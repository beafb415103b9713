import { CAPACITY, pairPlace } from '../capacities.ts';
import { type Context, raise, type Stage } from '../program/stage.ts';
import { CONTAINMENT, COUNTERS, POINT_CLASS } from '../state.ts';
import { visitContainingTets } from './containing-tets.ts';

/**
 * Discrete collision detection (DCD) of vertices and centroids with the tetrahedra of all bodies. The stage's argument is one of
 * CONTAINMENT. With `classify`, the stage writes each point's class to `inside`. Otherwise it writes pairs of points and the
 * tetrahedra that contain them, and the number of pairs per point.
 *
 * The pairs of a point are sorted by body, then tetrahedron, so that they do not depend on the order of the trees. Pairs past the
 * capacity are counted as dropped. Pairs within one body that involve inverted tetrahedra are skipped and counted
 * (inverted-boundary.ts), except if the argument is `measured`.
 */
export const containment: Stage = {
  chunk: 256,
  count: ({ world, argument }) =>
    argument === CONTAINMENT.measured ? world.surfaceVertexCount : world.points.firstEdge,
  run(context, begin, end) {
    if (context.argument === CONTAINMENT.classify) classify(context, begin, end);
    else collectPairs(context, begin, end);
  },
};

/** Writes the class of each point: inside of a tetrahedron, inside of excluded (inverted) parts only, or outside. */
function classify({ world, state, scratch }: Context, begin: number, end: number): void {
  const { containing, classifier } = scratch.detect;
  for (let point = begin; point < end; point++) {
    classifier.begin(world, state, point);
    if (visitContainingTets(containing, world, state, point, classifier)) state.inside[point] = POINT_CLASS.inside;
    else state.inside[point] = classifier.skippedCount > 0 ? POINT_CLASS.inverted : POINT_CLASS.outside;
  }
}

/** Writes each point's pairs and their number. */
function collectPairs({ world, state, argument, scratch }: Context, begin: number, end: number): void {
  const { containing, keeper } = scratch.detect;
  const capacity = state.capacities[CAPACITY.pairsPerPoint];
  let dropped = 0;
  let largestCount = 0;
  keeper.restart(capacity, argument === CONTAINMENT.measured);
  for (let point = begin; point < end; point++) {
    keeper.begin(world, state, point);
    if (argument !== CONTAINMENT.inside || state.inside[point] !== POINT_CLASS.outside)
      visitContainingTets(containing, world, state, point, keeper);
    const { foundCount, keptCount, pairs } = keeper;
    dropped += foundCount - keptCount;
    largestCount = Math.max(largestCount, foundCount);
    state.pairCounts[point] = keptCount;
    const place = 2 * pairPlace(world, capacity, point);
    for (let i = 0; i < 2 * keptCount; i++) state.pairs[place + i] = pairs[i];
  }
  if (dropped > 0) {
    Atomics.add(state.counters, COUNTERS.pairsDropped, dropped);
    raise(state.counters, COUNTERS.needs + CAPACITY.pairsPerPoint, largestCount);
  }
  Atomics.add(state.counters, COUNTERS.invertedSkipped, keeper.skippedCount);
}
