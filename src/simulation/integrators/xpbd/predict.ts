import type { Stage } from '../../stage.ts';

/**
 * Air drag and gravity on the velocities, then x += dt v. Keeps the remainders of x0. Drag is implicit, v / (1 + dt rate), so that no
 * rate can turn a velocity around, and comes before gravity, so that a body at rest has its whole weight. A vertex
 * without inverse mass stays where it is.
 * Source: Chen et al. 2023, supplement, Algorithm 5, lines 2 and 3.
 */
export const predict: Stage = {
  count: ({ world }) => world.vertexCount,
  run({ state, parameters }, begin, end) {
    const { positions, velocities, inverseMasses, remainders, remaindersT0, moments, materialMoves } = state;
    const dt = parameters.timeStep;
    const fall = dt * parameters.gravity;
    const keep = 1 / (1 + dt * parameters.velocityDamping);
    for (let i = 3 * begin; i < 3 * end; i++) remaindersT0[i] = remainders[i];
    moments.fill(0, 3 * begin, 3 * end);
    materialMoves.fill(0, 3 * begin, 3 * end);
    for (let v = begin; v < end; v++) {
      if (inverseMasses[v] === 0) continue;
      const i = 3 * v;
      const vx = velocities[i] * keep;
      const vy = velocities[i + 1] * keep - fall;
      const vz = velocities[i + 2] * keep;
      velocities[i] = vx;
      velocities[i + 1] = vy;
      velocities[i + 2] = vz;
      const x = positions[i] + remainders[i] + dt * vx;
      const y = positions[i + 1] + remainders[i + 1] + dt * vy;
      const z = positions[i + 2] + remainders[i + 2] + dt * vz;
      positions[i] = x;
      positions[i + 1] = y;
      positions[i + 2] = z;
      remainders[i] = x - positions[i];
      remainders[i + 1] = y - positions[i + 1];
      remainders[i + 2] = z - positions[i + 2];
    }
  },
};
