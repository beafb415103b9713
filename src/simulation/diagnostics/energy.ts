import { lower, type Stage } from '../stage.ts';
import { COUNTERS, SUM_CHUNK } from '../state.ts';
import type { World } from '../world.ts';

/** Farther from the origin than this a vertex counts as lost [m]: no scene is larger, and float32 keeps 1 mm there. */
export const FARTHEST = 1e4;

/**
 * Kinetic energy [J] of each SUM_CHUNK vertices, and a look for positions that aren't numbers or are too far
 * away: `broken` becomes 1 + the first body that has one.
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
