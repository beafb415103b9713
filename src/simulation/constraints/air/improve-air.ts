import { flipEdges } from '../../../mesh/air/flips.ts';
import { colourElements } from '../../../mesh/air/colour-elements.ts';
import { optimiseTets } from '../../../mesh/air/optimise-tets.ts';
import { CAPACITY } from '../../capacities.ts';
import { type Context, raise, type Stage } from '../../program/stage.ts';
import { COUNTERS } from '../../state.ts';
import { AIR_TALLY } from './arrays.ts';
import { airOptions } from './air-options.ts';
import { airMemory } from './air-memory.ts';
import type { AirMemory } from './scratch.ts';

/**
 * Improves the air mesh every `airFlips` steps, at the positions at which the step starts: by flips in the plane, by removals of edges and faces
 * in space. Then the elements are coloured anew. One worker does it, in the order of the elements, so that results don't depend on the number of
 * workers. It waits while an element is inverted (air-options.ts). Without it, elements between bodies that turn or slide past each other invert
 * though the bodies don't touch: they lock.
 * Source: Mueller, Chentanez, Kim, Macklin 2015, section 3.3.
 */
export const improveAir: Stage = {
  count: () => 1,
  run(context) {
    const { world, state, parameters, scratch } = context;
    const { airElements, airOffsets, airTally, counters } = state;
    airTally[AIR_TALLY.steps]++;
    if (airTally[AIR_TALLY.steps] < parameters.airFlips) return;
    airTally[AIR_TALLY.steps] = 0;
    const memory = airMemory(scratch.air, world, state);
    const changes = world.dimension === 2 ? flip(context, memory) : remove(context, memory);
    if (changes === 0) return;
    counters[COUNTERS.airChanges] += changes;
    const count = airTally[AIR_TALLY.elements];
    airTally[AIR_TALLY.classes] = colourElements(airElements, count, airOffsets, memory.colouring);
  },
};

/** @returns number of flips */
const flip = ({ state: { airElements, airTally, positions } }: Context, { optimiser }: AirMemory): number =>
  flipEdges(optimiser, airElements, airTally[AIR_TALLY.elements], positions, airOptions(2));

/** @returns number of removals of edges and faces */
function remove({ state }: Context, { optimiser }: AirMemory): number {
  const { airElements, airTally, positions, counters } = state;
  const outcome = optimiseTets(optimiser, airElements, airTally[AIR_TALLY.elements], positions, airOptions(3));
  airTally[AIR_TALLY.elements] = outcome.count;
  if (outcome.needed > state.capacities[CAPACITY.airElements])
    raise(counters, COUNTERS.needs + CAPACITY.airElements, outcome.needed);
  return outcome.edgeRemovals + outcome.faceRemovals;
}
