import { createColouringScratch } from '../../../mesh/air/colour-elements.ts';
import { createAirOptimiser } from '../../../mesh/air/optimiser.ts';
import { createWalls } from '../../../mesh/air/walls.ts';
import { CAPACITY } from '../../capacities.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import type { AirMemory, AirScratch } from './scratch.ts';

/** Returns the memory for a world's air. It is made anew only if the world or the capacity has changed. */
export function airMemory(scratch: AirScratch, world: World, { capacities }: State): AirMemory {
  const capacity = capacities[CAPACITY.airElements];
  const { memory } = scratch;
  if (memory?.world === world && memory.capacity === capacity) return memory;
  const { air, dimension, vertexCount } = world;
  const made = {
    world,
    capacity,
    colouring: createColouringScratch(capacity, vertexCount),
    optimiser: createAirOptimiser(capacity, createWalls(dimension, air.walls, vertexCount)),
  };
  scratch.memory = made;
  return made;
}
