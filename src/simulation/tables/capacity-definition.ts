import type { World } from '../world/world.ts';

/**
 * Capacity of a list whose length is only known while a step runs. If a stage or kernel finds the list too short, it raises the
 * counter at index COUNTERS.needs + CAPACITY[name] (capacities.ts) to the length that would suffice.
 */
export interface CapacityDefinition {
  /** Capacity at the start. */
  initial(world: World): number;
  /** Capacity past which the list doesn't grow; none if the memory alone limits it. */
  most?(world: World): number;
}

export type CapacityTable = Readonly<Record<string, CapacityDefinition>>;
