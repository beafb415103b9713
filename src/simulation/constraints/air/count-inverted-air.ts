import { AIR_STRIDE, signedMeasure } from '../../../mesh/air/air-mesh.ts';
import type { Stage } from '../../program/stage.ts';
import { COUNTERS } from '../../state.ts';
import { AIR_TALLY } from './arrays.ts';

/** Counts the elements of air that are inverted at the step's end. A flat one isn't. */
export const countInvertedAir: Stage = {
  count: ({ state }) => state.airTally[AIR_TALLY.elements],
  run({ state: { positions, airElements, counters } }, begin, end) {
    let inverted = 0;
    for (let e = begin; e < end; e++) if (signedMeasure(positions, airElements, AIR_STRIDE * e) < 0) inverted++;
    Atomics.add(counters, COUNTERS.airInverted, inverted);
  },
};
