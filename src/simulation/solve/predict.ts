import type { Stage } from '../stage.ts';

/**
 * Air drag and gravity on the velocities, then x += dt v. Drag is implicit, v / (1 + dt rate), so that no
 * rate can turn a velocity around, and comes before gravity, so that a body at rest has its whole weight. A vertex
 * without inverse mass stays where it is.
 * Source: Chen et al. 2023, supplement, Algorithm 5, lines 2 and 3.
 */
export const predict: Stage = {
  count: ({ world }) => world.vertexCount,
  run({ state, parameters }, begin, end) {
    const { positions, velocities, inverseMasses } = state;
    const dt = parameters.timeStep;
    const fall = dt * parameters.gravity;
    const keep = 1 / (1 + dt * parameters.velocityDamping);
    for (let v = begin; v < end; v++) {
      if (inverseMasses[v] === 0) continue;
      const i = 3 * v;
      const vx = velocities[i] * keep;
      const vy = velocities[i + 1] * keep - fall;
      const vz = velocities[i + 2] * keep;
      velocities[i] = vx;
      velocities[i + 1] = vy;
      velocities[i + 2] = vz;
      positions[i] += dt * vx;
      positions[i + 1] += dt * vy;
      positions[i + 2] += dt * vz;
    }
  },
};
