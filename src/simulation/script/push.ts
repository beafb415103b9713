import type { Stage } from '../program/stage.ts';

/** Accelerates vertices by the script's random forces: v += dt a. Vertices with inverse mass 0 stay at rest. */
export const push: Stage = {
  count: ({ world }) => world.vertexCount,
  run({ state: { velocities, accelerations, inverseMasses }, parameters: { timeStep } }, begin, end) {
    for (let v = begin; v < end; v++) {
      if (inverseMasses[v] === 0) continue;
      for (let i = 3 * v; i < 3 * v + 3; i++) velocities[i] += timeStep * accelerations[i];
    }
  },
};
