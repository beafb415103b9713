import type { Context, Stage } from '../../program/stage.ts';

/**
 * Saves positions and velocities at the step's start as x0 and v0 (positionsT0, velocitiesT0). Clears the arrays `multipliers`,
 * `colliderImpulses` and `colourOffsets`. Element i stands for vertex i and for entry i of each of these arrays; arrays that have no
 * entry i are skipped.
 */
export const begin: Stage = {
  count: ({ world, state }) => Math.max(world.vertexCount, state.multipliers.length, state.colourOffsets.length),
  run(context, first, end) {
    copyVertices(context, first, end);
    const { multipliers, colliderImpulses, colourOffsets } = context.state;
    multipliers.fill(0, first, end);
    colliderImpulses.fill(0, 4 * first, 4 * end);
    colourOffsets.fill(0, first, end);
  },
};

function copyVertices({ world, state }: Context, first: number, last: number): void {
  const begin = Math.min(3 * first, 3 * world.vertexCount);
  const end = Math.min(3 * last, 3 * world.vertexCount);
  const { positions, positionsT0, velocities, velocitiesT0 } = state;
  for (let i = begin; i < end; i++) {
    positionsT0[i] = positions[i];
    velocitiesT0[i] = velocities[i];
  }
}

/**
 * Applies air drag and gravity to velocities, then moves vertices: x += dt v. Also saves the remainders of x0, the positions at the step's
 * start, and clears the arrays in which the step sums impulses' moments (`moments`) and displacements by springs (`materialMoves`).
 *
 * Drag is implicit: v / (1 + dt rate), with velocityDamping as the rate, so that no rate can reverse a velocity. Drag comes
 * before gravity, so that it doesn't reduce the weight of a body at rest. Vertices with inverse mass 0 don't move.
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

/** Computes velocities v = (x - x0) / dt; x and x0 include their remainders. Source: Chen et al. 2023, supplement, Algorithm 5, line 22. */
export const velocities: Stage = {
  count: ({ world }) => 3 * world.vertexCount,
  run({ state, parameters }, begin, end) {
    const { positions, positionsT0, remainders, remaindersT0, velocities } = state;
    const rate = 1 / parameters.timeStep;
    for (let i = begin; i < end; i++)
      velocities[i] = (positions[i] - positionsT0[i] + (remainders[i] - remaindersT0[i])) * rate;
  },
};
