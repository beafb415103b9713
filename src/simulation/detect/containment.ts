import { CAPACITY, pairPlace } from '../capacities.ts';
import { type Context, raise, type Stage } from '../stage.ts';
import { CONTAINMENT, COUNTERS, INSIDE } from '../state.ts';
import { visitContainingTets } from './containing-tets.ts';

/**
 * DCD of vertices and centroids with the tetrahedra of all bodies. Its argument is one of CONTAINMENT: `classify` writes `inside`;
 * the others write pairs and their counts.
 * If a point has more pairs than the capacity, it keeps those with the smallest body, then tetrahedron, in ascending order,
 * independently of the trees' order; the others are counted as dropped. Pairs within a body that involve inverted tetrahedra are
 * skipped and counted (inverted-boundary.ts), except when measuring.
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

function classify({ world, state, scratch }: Context, begin: number, end: number): void {
  const { containing, classifier } = scratch.detect;
  for (let point = begin; point < end; point++) {
    classifier.begin(world, state, point);
    if (visitContainingTets(containing, world, state, point, classifier)) state.inside[point] = INSIDE.inside;
    else state.inside[point] = classifier.skipped > 0 ? INSIDE.inverted : INSIDE.outside;
  }
}

function collectPairs({ world, state, argument, scratch }: Context, begin: number, end: number): void {
  const { containing, keeper } = scratch.detect;
  const capacity = state.capacities[CAPACITY.pairsPerPoint];
  let dropped = 0;
  let most = 0;
  keeper.restart(capacity, argument === CONTAINMENT.measured);
  for (let point = begin; point < end; point++) {
    keeper.begin(world, state, point);
    if (argument !== CONTAINMENT.inside || state.inside[point] !== INSIDE.outside)
      visitContainingTets(containing, world, state, point, keeper);
    const { found, kept, pair } = keeper;
    dropped += found - kept;
    most = Math.max(most, found);
    state.pairCounts[point] = kept;
    const place = 2 * pairPlace(world, capacity, point);
    for (let i = 0; i < 2 * kept; i++) state.pairs[place + i] = pair[i];
  }
  if (dropped > 0) {
    Atomics.add(state.counters, COUNTERS.pairsDropped, dropped);
    raise(state.counters, COUNTERS.needs + CAPACITY.pairsPerPoint, most);
  }
  Atomics.add(state.counters, COUNTERS.invertedSkipped, keeper.skipped);
}
