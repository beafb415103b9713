import type { Stage } from '../stage.ts';
import { COUNTERS } from '../state.ts';
import { piercingEdges } from './pierce.ts';

/** Counts the surface edges that pierce a surface triangle. */
export const piercing: Stage = {
  chunk: 128,
  count: ({ world }) => world.edgeCount,
  run({ world, state, scratch }, begin, end) {
    Atomics.add(state.counters, COUNTERS.piercing, piercingEdges(world, state, begin, end, scratch.detect.edgeBox));
  },
};
