import type { ColouringScratch } from '../../../mesh/air/colour-elements.ts';
import type { AirOptimiser } from '../../../mesh/air/optimiser.ts';
import type { World } from '../../world/world.ts';

/** Memory of the improvement of one air mesh. */
export interface AirMemory {
  readonly world: World;
  readonly capacity: number;
  readonly colouring: ColouringScratch;
  readonly optimiser: AirOptimiser;
}

/** A worker's memory for the improvement of air meshes: that of the world that it worked on last. */
export interface AirScratch {
  memory: AirMemory | undefined;
  /** Quality of one element. */
  readonly quality: Float64Array;
}

export const createAirScratch = (): AirScratch => ({ memory: undefined, quality: new Float64Array(1) });
