import { CAPACITY } from '../capacities.ts';
import { lower, raise, type Stage } from '../program/stage.ts';
import { COUNTERS, DEEP_SHARE, PATH, PATH_OVERFLOW, SUM_CHUNK } from '../state.ts';
import { NONE } from '../../mesh/topology.ts';
import type { World } from '../world/world.ts';
import { countPiercingEdges } from './pierce.ts';

/**
 * Writes the penetration depth of each surface vertex [m]. A vertex has one shortest-path query per tetrahedron that it penetrates. The
 * vertex's depth is the greatest length of these paths, or 0 if there is no path. Also counts penetrating vertices and deep ones, whose
 * depth exceeds DEEP_SHARE times Model.thickness, and finds the greatest depth.
 */
export const depths: Stage = {
  count: ({ world }) => world.surfaceVertexCount,
  run({ world, state, scratch }, begin, end) {
    const { pairCounts, pairOffsets, paths, counters } = state;
    const capacity = state.capacities[CAPACITY.queries];
    let penetrating = 0;
    let deep = 0;
    let deepest = 0;
    for (let surfaceVertex = begin; surfaceVertex < end; surfaceVertex++) {
      const queryEnd = Math.min(pairOffsets[surfaceVertex] + pairCounts[surfaceVertex], capacity);
      let depth = 0;
      for (let query = Math.min(pairOffsets[surfaceVertex], queryEnd); query < queryEnd; query++) {
        const face = paths.u32[PATH.stride * query + PATH.face];
        if (face === NONE || face === PATH_OVERFLOW) continue;
        depth = Math.max(depth, paths.f32[PATH.stride * query + PATH.depth]);
      }
      state.depths[world.surfaceVertices[surfaceVertex]] = depth;
      if (pairCounts[surfaceVertex] > 0) penetrating++;
      if (depth > DEEP_SHARE * world.models[world.bodies[world.surfaceBodies[surfaceVertex]].model].thickness) deep++;
      deepest = Math.max(deepest, depth);
    }
    Atomics.add(counters, COUNTERS.penetrating, penetrating);
    Atomics.add(counters, COUNTERS.deep, deep);
    // The counter holds the bits of the float. Bits of floats that aren't negative have the same order as the floats.
    const { float, bits } = scratch.view;
    float[0] = deepest;
    raise(counters, COUNTERS.deepest, bits[0]);
  },
};

/**
 * A vertex counts as too far away if the absolute value of a coordinate exceeds this [m]. No scene is that large, and float32 resolves
 * only 1 mm at this distance.
 */
export const MAX_COORDINATE = 1e4;

/**
 * Computes the kinetic energy of each chunk of SUM_CHUNK vertices [J]. Also checks positions: if any is not finite or too far away, the
 * counter `broken` becomes 1 + the index of the first body that has such a position.
 */
export const energy: Stage = {
  count: ({ state }) => state.energies.length,
  run({ world, state }, begin, end) {
    const { positions: x, velocities: v, inverseMasses, energies, counters } = state;
    for (let chunk = begin; chunk < end; chunk++) {
      const chunkEnd = Math.min((chunk + 1) * SUM_CHUNK, world.vertexCount);
      let sum = 0;
      for (let vertex = chunk * SUM_CHUNK; vertex < chunkEnd; vertex++) {
        const i = 3 * vertex;
        const w = inverseMasses[vertex];
        if (w > 0) sum += (0.5 / w) * (v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
        // NaN fails every comparison, so it isn't near.
        const isNear =
          Math.abs(x[i]) <= MAX_COORDINATE &&
          Math.abs(x[i + 1]) <= MAX_COORDINATE &&
          Math.abs(x[i + 2]) <= MAX_COORDINATE;
        if (!isNear) lower(counters, COUNTERS.broken, 1 + bodyOf(world, vertex));
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

/** Counts the surface edges that cross a surface triangle (pierce.ts). */
export const piercing: Stage = {
  chunk: 128,
  count: ({ world }) => world.edgeCount,
  run({ world, state, scratch }, begin, end) {
    Atomics.add(
      state.counters,
      COUNTERS.piercing,
      countPiercingEdges(world, state, begin, end, scratch.detect.edgeBox),
    );
  },
};
