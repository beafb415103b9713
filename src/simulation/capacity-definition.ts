import type { World } from './world.ts';

/**
 * Capacity of a list whose length is only known while a step runs. Code that finds the list too short raises the counter
 * COUNTERS.needs + CAPACITY[name] to the length that it needs.
 */
export interface CapacityDefinition {
  /** Capacity at the start. */
  initial(world: World): number;
}

export type CapacityTable = Readonly<Record<string, CapacityDefinition>>;
