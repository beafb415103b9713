import type { Stage } from '../stage.ts';
import { COUNTERS, PAIRS_PER_VERTEX, QUERY, queryCapacity } from '../state.ts';

/**
 * Lists the pairs of all surface vertices as shortest-path queries, in the vertices' order: pairOffsets is the exclusive sum
 * of pairCounts. Queries past the capacity are counted as dropped contacts. One element: a scan isn't worth a barrier here.
 */
export const queries: Stage = {
  count: () => 1,
  run({ world, state }, begin, end) {
    if (begin === end) return;
    const { pairs, pairCounts, pairOffsets, positions, counters } = state;
    const { f32, u32 } = state.queries;
    const capacity = queryCapacity(world);
    let total = 0;
    for (let s = 0; s < world.surfaceVertexCount; s++) {
      const vertex = world.surfaceVertices[s];
      pairOffsets[s] = total;
      for (let i = 0; i < pairCounts[s]; i++, total++) {
        if (total >= capacity) continue;
        const at = QUERY.stride * total;
        const pair = 2 * (PAIRS_PER_VERTEX * s + i);
        for (let k = 0; k < 3; k++) f32[at + QUERY.x + k] = positions[3 * vertex + k];
        u32[at + QUERY.vertex] = vertex;
        u32[at + QUERY.body] = pairs[pair];
        u32[at + QUERY.tet] = pairs[pair + 1];
      }
    }
    counters[COUNTERS.pairs] = total;
    counters[COUNTERS.queries] = Math.min(total, capacity);
    counters[COUNTERS.queriesAsked] += counters[COUNTERS.queries];
    counters[COUNTERS.contactsDropped] += Math.max(0, total - capacity);
  },
};
