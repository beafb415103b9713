import { type ClosestPoint, createClosestPoint } from '../../../geometry/closest-point.ts';
import { CAPACITY } from '../../capacities.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { type SolidFacets, solidFacets } from './facets.ts';

/** Memory for walks over the air of one world. */
export interface AirContactMemory {
  readonly world: World;
  readonly capacity: number;
  readonly solid: SolidFacets;
  /** Elements that the present walk has reached, in the order in which it did. */
  readonly reached: Uint32Array;
  /** Per element: the number of the last walk that reached it. */
  readonly walks: Uint32Array;
}

/** A worker's memory for contacts of air. */
export interface AirContactScratch {
  memory: AirContactMemory | undefined;
  /** Number of walks so far. */
  walk: number;
  readonly closest: ClosestPoint;
  readonly found: FoundContact;
}

/** The nearest pair of primitives that a walk has met so far. */
export interface FoundContact {
  /** Distance squared [m^2]; infinite if there is none. */
  distanceSquared: number;
  /** Height above the facet, or of equally near facets the one whose air the vertex is in [m]. */
  height: number;
  /** Vertices of the other side, and their barycentric weights. */
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
  readonly normal: Float64Array;
  /** Parameter of the contact's point along the own edge. */
  along: number;
}

export const createAirContactScratch = (): AirContactScratch => ({
  memory: undefined,
  walk: 0,
  closest: createClosestPoint(),
  found: {
    distanceSquared: 0.5,
    height: 0.5,
    vertices: new Uint32Array(3),
    weights: new Float64Array(3),
    normal: new Float64Array(3),
    along: 0.5,
  },
});

/** Returns the memory for a world's air. It is made anew only if the world or the capacity has changed. */
export function airContactMemory(scratch: AirContactScratch, world: World, { capacities }: State): AirContactMemory {
  const capacity = capacities[CAPACITY.airElements];
  const { memory } = scratch;
  if (memory?.world === world && memory.capacity === capacity) return memory;
  const made = {
    world,
    capacity,
    solid: memory?.world === world ? memory.solid : solidFacets(world),
    reached: new Uint32Array(capacity),
    walks: new Uint32Array(capacity),
  };
  scratch.memory = made;
  scratch.walk = 0;
  return made;
}
