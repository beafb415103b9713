import type { Context, Stage } from '../stage.ts';
import { COUNTERS } from '../state.ts';

/**
 * Keeps x0 and v0; clears multipliers, colours and counters, and with these the contacts. Element i clears entry i of each
 * array that has one. The numbers of attachments and driven vertices stay: they came from outside, before the step.
 */
export const begin: Stage = {
  count: ({ world, state }) => Math.max(world.vertexCount, state.multipliers.length, state.colourOffsets.length),
  run(context, first, end) {
    copyVertices(context, first, end);
    const { multipliers, colliderImpulses, colourOffsets, counters } = context.state;
    multipliers.fill(0, first, end);
    colliderImpulses.fill(0, 4 * first, 4 * end);
    colourOffsets.fill(0, first, end);
    if (first > 0) return;
    const attachments = counters[COUNTERS.attachments];
    const driven = counters[COUNTERS.driven];
    counters.fill(0);
    counters[COUNTERS.attachments] = attachments;
    counters[COUNTERS.driven] = driven;
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
