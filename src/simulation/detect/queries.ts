import { NONE } from '../../mesh/topology.ts';
import { lookUpSource, writeSourcePosition } from '../world/points.ts';
import { CAPACITY, pairPlace } from '../capacities.ts';
import { type Context, raise, type Stage } from '../program/stage.ts';
import { COUNTERS, QUERIES, QUERY } from '../state.ts';
import { nothingOverlaps } from '../contacts/guarantee/rounds.ts';

/**
 * Lists the pairs of a point and a tetrahedron that contains it as shortest-path queries, sorted by point. The stage's argument is one
 * of QUERIES: pairs of all points, or only those of surface vertices. `pairOffsets` becomes the exclusive prefix sum of `pairCounts`.
 * Queries past the capacity are counted as dropped contacts. One worker does all the work (the stage has one element): a point's offset
 * is the sum over all earlier points.
 */
export const queries: Stage = {
  count: (context) => Number(context.argument === QUERIES.measured || !nothingOverlaps(context)),
  run(context, begin, end) {
    if (begin === end) return; // another worker has the only element
    const { world, state, argument } = context;
    const { pairCounts, pairOffsets, counters } = state;
    const capacity = state.capacities[CAPACITY.queries];
    const count = argument === QUERIES.measured ? world.surfaceVertexCount : world.points.count;
    let total = 0;
    for (let point = 0; point < count; point++) {
      pairOffsets[point] = total;
      const pairs = pairCounts[point];
      if (pairs > 0 && total < capacity) writeQueries(context, point, total, Math.min(pairs, capacity - total));
      total += pairs;
    }
    counters[COUNTERS.pairs] = total;
    counters[COUNTERS.queries] = Math.min(total, capacity);
    counters[COUNTERS.queriesAsked] += counters[COUNTERS.queries];
    if (total <= capacity) return;
    counters[COUNTERS.contactsDropped] += total - capacity;
    raise(counters, COUNTERS.needs + CAPACITY.queries, total);
  },
};

/** Writes the first `count` pairs of a point as queries, from index `first` on. */
function writeQueries({ world, state, scratch }: Context, point: number, first: number, count: number): void {
  const { source, float, bits } = scratch.detect.queries;
  const { points } = world;
  const { pairs, positions } = state;
  const { f32, u32 } = state.queries;
  const place = 2 * pairPlace(world, state.capacities[CAPACITY.pairsPerPoint], point);
  // A pair is two words, body and tetrahedron. The third word of a point on an edge is its position along the edge (PLACES_PER_EDGE).
  bits[0] = point < points.firstEdge ? 0 : pairs[place + 2];
  lookUpSource(source, world, point, float[0]);
  for (let i = 0; i < count; i++) {
    const at = QUERY.stride * (first + i);
    writeSourcePosition(source, positions, f32, at + QUERY.point);
    u32[at + QUERY.vertex] = point < points.firstInner ? points.vertices[point] : NONE;
    u32[at + QUERY.body] = pairs[place + 2 * i];
    u32[at + QUERY.tet] = pairs[place + 2 * i + 1];
    u32[at + QUERY.source] = point;
    f32[at + QUERY.along] = float[0];
  }
}
