import type { Stage } from '../../stage.ts';

/** v = (x - x0) / dt, with the remainders of both. Source: Chen et al. 2023, supplement, Algorithm 5, line 22. */
export const velocities: Stage = {
  count: ({ world }) => 3 * world.vertexCount,
  run({ state, parameters }, begin, end) {
    const { positions, positionsT0, remainders, remaindersT0, velocities } = state;
    const rate = 1 / parameters.timeStep;
    for (let i = begin; i < end; i++)
      velocities[i] = (positions[i] - positionsT0[i] + (remainders[i] - remaindersT0[i])) * rate;
  },
};
