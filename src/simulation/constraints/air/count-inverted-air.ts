import { AIR_STRIDE } from '../../../mesh/air/air-mesh.ts';
import { isInverted } from '../../../mesh/air/quality.ts';
import type { Stage } from '../../program/stage.ts';
import { COUNTERS } from '../../state.ts';
import { AIR_TALLY } from './arrays.ts';

/** Counts the elements of air that are inverted at the step's end (INVERTED_QUALITY). A flat one isn't. */
export const countInvertedAir: Stage = {
  count: ({ state }) => state.airTally[AIR_TALLY.elements],
  run({ state: { positions, airElements, counters }, scratch }, begin, end) {
    let inverted = 0;
    for (let e = begin; e < end; e++)
      if (isInverted(positions, airElements, AIR_STRIDE * e, scratch.air.quality)) inverted++;
    Atomics.add(counters, COUNTERS.airInverted, inverted);
  },
};
