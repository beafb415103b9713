import { type ColouringScratch, createColouringScratch } from '../../../mesh/air/colour-elements.ts';
import { CAPACITY } from '../../capacities.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';

/** Memory of the improvement of one air mesh. */
export interface AirMemory {
  readonly world: World;
  readonly capacity: number;
  readonly colouring: ColouringScratch;
}

/** A worker's memory for the improvement of air meshes: that of the world that it worked on last. */
export interface AirScratch {
  memory: AirMemory | undefined;
}

export const createAirScratch = (): AirScratch => ({ memory: undefined });

/** Returns the memory for a world's air. It is made anew only if the world or the capacity has changed. */
export function airScratch(scratch: AirScratch, world: World, { capacities }: State): AirMemory {
  const capacity = capacities[CAPACITY.airElements];
  const { memory } = scratch;
  if (memory?.world === world && memory.capacity === capacity) return memory;
  const made = { world, capacity, colouring: createColouringScratch(capacity, world.vertexCount) };
  scratch.memory = made;
  return made;
}
