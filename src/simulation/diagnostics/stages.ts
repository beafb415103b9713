import { CAPACITY } from '../capacities.ts';
import { lower, raise, type Stage } from '../stage.ts';
import { COUNTERS, DEEP, PATH, PATH_OVERFLOW, SUM_CHUNK } from '../state.ts';
import { NONE } from '../../mesh/topology.ts';
import type { World } from '../world.ts';
import { piercingEdges } from './pierce.ts';

/**
 * Writes the penetration depth of each surface vertex [m]: the length of the longest of its queries' shortest paths, 0 if it has none.
 * Also counts penetrating and deep vertices (DEEP), and finds the greatest depth.
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

/** A vertex counts as too far away if the absolute value of a coordinate exceeds this [m]: no scene is as large, and float32 resolves 1 mm there. */
export const FARTHEST = 1e4;

/**
 * Kinetic energy per chunk of SUM_CHUNK vertices [J], and a check for positions that are not finite or too far away: `broken` becomes
 * 1 + the first body that has one.
 */
export const energy: Stage = {
  count: ({ state }) => state.energies.length,
  run({ world, state }, begin, end) {
    const { positions: x, velocities: v, inverseMasses, energies, counters } = state;
    for (let chunk = begin; chunk < end; chunk++) {
      const last = Math.min((chunk + 1) * SUM_CHUNK, world.vertexCount);
      let sum = 0;
      for (let vertex = chunk * SUM_CHUNK; vertex < last; vertex++) {
        const i = 3 * vertex;
        const w = inverseMasses[vertex];
        if (w > 0) sum += (0.5 / w) * (v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
        const near = Math.abs(x[i]) <= FARTHEST && Math.abs(x[i + 1]) <= FARTHEST && Math.abs(x[i + 2]) <= FARTHEST;
        if (!near) lower(counters, COUNTERS.broken, 1 + bodyOf(world, vertex));
      }
      energies[chunk] = sum;
    }
  },
};

function bodyOf({ bodies }: World, vertex: number): number {
  let body = 0;
  while (body + 1 < bodies.length && bodies[body + 1].vertexBase <= vertex) body++;
  return body;
}

/** Counts the surface edges that intersect a surface triangle. */
export const piercing: Stage = {
  chunk: 128,
  count: ({ world }) => world.edgeCount,
  run({ world, state, scratch }, begin, end) {
    Atomics.add(state.counters, COUNTERS.piercing, piercingEdges(world, state, begin, end, scratch.detect.edgeBox));
  },
};
