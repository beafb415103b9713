import type { Context, Stage } from '../../stage.ts';

/**
 * Keeps x0 and v0; clears multipliers, collider impulses and colours. Element i clears entry i of each array that has one.
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
