import { GAS } from '../../records.ts';
import type { Stage } from '../../stage.ts';

/** A step's multipliers start from 0. */
export const clearGases: Stage = {
  count: ({ world }) => world.bodies.length,
  run({ state: { gases } }, begin, end) {
    for (let body = begin; body < end; body++) gases[GAS.stride * body + GAS.lambda] = 0;
  },
};
