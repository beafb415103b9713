import { CAPACITY } from '../capacities.ts';
import { raise, type Stage } from '../stage.ts';
import { COUNTERS, DEEP, PATH, PATH_OVERFLOW } from '../state.ts';
import { NONE } from '../../mesh/topology.ts';

/**
 * Penetration depth of each surface vertex: of its queries the longest shortest path [m], 0 where it has none. Counts
 * penetrating and deep vertices, and finds the deepest.
 */
export const depths: Stage = {
  count: ({ world }) => world.surfaceVertexCount,
  run({ world, state, scratch }, begin, end) {
    const { pairCounts, pairOffsets, paths, counters } = state;
    const capacity = state.capacities[CAPACITY.queries];
    let penetrating = 0;
    let deep = 0;
    let deepest = 0;
    for (let s = begin; s < end; s++) {
      const last = Math.min(pairOffsets[s] + pairCounts[s], capacity);
      let depth = 0;
      for (let q = Math.min(pairOffsets[s], last); q < last; q++) {
        const face = paths.u32[PATH.stride * q + PATH.face];
        if (face === NONE || face === PATH_OVERFLOW) continue;
        depth = Math.max(depth, paths.f32[PATH.stride * q + PATH.depth]);
      }
      state.depths[world.surfaceVertices[s]] = depth;
      if (pairCounts[s] > 0) penetrating++;
      if (depth > DEEP * world.models[world.bodies[world.surfaceBodies[s]].model].thickness) deep++;
      deepest = Math.max(deepest, depth);
    }
    Atomics.add(counters, COUNTERS.penetrating, penetrating);
    Atomics.add(counters, COUNTERS.deep, deep);
    const { float, bits } = scratch.view;
    float[0] = deepest;
    raise(counters, COUNTERS.deepest, bits[0]);
  },
};
