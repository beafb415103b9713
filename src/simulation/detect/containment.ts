import { CAPACITY, pairPlace } from '../capacities.ts';
import { type Context, raise, type Stage } from '../program/stage.ts';
import { CONTAINMENT, COUNTERS, POINT_CLASS } from '../state.ts';
import { partsRegions } from '../contacts/regions/tables.ts';
import { isLeftOut } from './refit.ts';
import { visitContainingTets } from './containing-tets.ts';
import { firstWatchedPoint, nextTurn, noteDeep } from './watch.ts';

/**
 * Discrete collision detection (DCD) of vertices and centroids with the tetrahedra of all bodies. The stage's argument is one of
 * CONTAINMENT. With `classify`, the stage writes each point's class to `inside`. Otherwise it writes pairs of points and the
 * tetrahedra that contain them, and the number of pairs per point.
 *
 * The pairs of a point are sorted by body, then tetrahedron, so that they do not depend on the order of the trees. Pairs past the
 * capacity are counted as dropped. Pairs within one body that involve inverted tetrahedra are skipped and counted
 * (inverted-boundary.ts), except if the argument is `measured`.
 *
 * Watched points (watch.ts) are tested in turn, and the stage notes which bodies are deep in one another. A point on a face between elements counts as inside
 * where regions are parted, and where it is measured.
 */
export const containment: Stage = {
  chunk: 256,
  phases: ({ argument }) => Number(notesDeep(argument)) + 1,
  count: (context, phase) => {
    const { world, argument } = context;
    if (argument === CONTAINMENT.measured) return world.surfaceVertexCount;
    return notesDeep(argument) && phase === 0 ? 1 : isLeftOut(context) ? 0 : world.points.firstEdge;
  },
  run(context, begin, end, phase) {
    const { argument, state } = context;
    if (notesDeep(argument) && phase === 0) {
      if (begin === end) return;
      state.deepPairs.fill(0);
      if (isLeftOut(context)) state.inside.fill(POINT_CLASS.outside);
    } else if (argument === CONTAINMENT.measured && isLeftOut(context)) state.pairCounts.fill(0, begin, end);
    else if (argument === CONTAINMENT.classify) classify(context, begin, end);
    else collectPairs(context, begin, end);
  },
};

/** Tests whether a detection notes which bodies are deep in one another: the first one of a step in hybrid, each one in dcd. */
const notesDeep = (argument: number): boolean => argument === CONTAINMENT.classify || argument === CONTAINMENT.all;

/** Writes the class of each point (POINT_CLASS). */
function classify({ world, state, scratch, parameters }: Context, begin: number, end: number): void {
  const { containing, classifier, deepNoter } = scratch.detect;
  const { inside, deepUntil, counters } = state;
  const { firstInner } = world.points;
  const step = counters[COUNTERS.step];
  const firstWatched = firstWatchedPoint(world);
  const areParted = partsRegions(parameters, world);
  containing.isClosed = areParted;
  for (let point = begin; point < end; point++) {
    if (point >= firstWatched) {
      const turn = areParted ? nextTurn(world.points, deepUntil, step, point, end) : end;
      while (point < turn) inside[point++] = POINT_CLASS.outside;
      if (point >= end) break;
    }
    const visitor = areParted && point >= firstInner ? deepNoter : classifier;
    visitor.begin(world, state, point);
    const isStopped = visitContainingTets(containing, world, state, point, visitor);
    if (visitor.isInOthers) inside[point] = POINT_CLASS.insideOthers;
    else if (isStopped || visitor.isInside) inside[point] = POINT_CLASS.inside;
    else inside[point] = visitor.skippedCount > 0 ? POINT_CLASS.inverted : POINT_CLASS.outside;
  }
}

/** Writes each point's pairs and their number. */
function collectPairs({ world, state, argument, scratch, parameters }: Context, begin: number, end: number): void {
  const { containing, keeper } = scratch.detect;
  const { firstInner, bodies } = world.points;
  const { inside, pairCounts, deepUntil, counters } = state;
  const step = counters[COUNTERS.step];
  const firstWatched = firstWatchedPoint(world);
  const capacity = state.capacities[CAPACITY.pairsPerPoint];
  const areParted = partsRegions(parameters, world);
  containing.isClosed = areParted || argument === CONTAINMENT.measured;
  let dropped = 0;
  let largestCount = 0;
  keeper.restart(capacity, argument === CONTAINMENT.measured, areParted && argument === CONTAINMENT.inside);
  for (let point = begin; point < end; point++) {
    if (argument === CONTAINMENT.inside) {
      while (point < end && inside[point] === POINT_CLASS.outside) pairCounts[point++] = 0;
    } else if (point >= firstWatched) {
      const turn = areParted ? nextTurn(world.points, deepUntil, step, point, end) : end;
      while (point < turn) pairCounts[point++] = 0;
    }
    if (point >= end) break;
    keeper.begin(world, state, point, argument === CONTAINMENT.inside && inside[point] === POINT_CLASS.insideOthers);
    visitContainingTets(containing, world, state, point, keeper);
    const { foundCount, keptCount, pairs } = keeper;
    if (areParted && argument === CONTAINMENT.all && point >= firstInner)
      for (let i = 0; i < keptCount; i++) noteDeep(world, state, bodies[point], pairs[2 * i]);
    dropped += foundCount - keptCount;
    largestCount = Math.max(largestCount, foundCount);
    pairCounts[point] = keptCount;
    const place = 2 * pairPlace(world, capacity, point);
    for (let i = 0; i < 2 * keptCount; i++) state.pairs[place + i] = pairs[i];
  }
  if (dropped > 0) {
    Atomics.add(state.counters, COUNTERS.pairsDropped, dropped);
    raise(state.counters, COUNTERS.needs + CAPACITY.pairsPerPoint, largestCount);
  }
  Atomics.add(state.counters, COUNTERS.invertedSkipped, keeper.skippedCount);
}
