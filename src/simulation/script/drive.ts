import type { Stage } from '../program/stage.ts';
import { COUNTERS, DRIVEN } from '../state.ts';

/**
 * Sets each driven vertex (a vertex that a script moves) to the position that the script gives for the end of the step. The inverse mass
 * of driven vertices is 0, so constraints and contacts don't move them. Only the guarantee (contacts/guarantee) may shorten their motion, where a
 * sheet is in the way.
 */
export const drive: Stage = {
  count: ({ state }) => state.counters[COUNTERS.driven],
  run({ state }, begin, end) {
    const { positions, remainders } = state;
    const { f32, u32 } = state.driven;
    for (let i = begin; i < end; i++) {
      const at = DRIVEN.stride * i;
      const x = 3 * u32[at + DRIVEN.vertex];
      positions[x] = f32[at];
      positions[x + 1] = f32[at + 1];
      positions[x + 2] = f32[at + 2];
      remainders.fill(0, x, x + 3);
    }
  },
};
