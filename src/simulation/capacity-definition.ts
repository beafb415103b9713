import type { World } from './world.ts';

/** A list whose length is only known while a step runs. Code that finds it too short raises COUNTERS.needs at its index in CAPACITY. */
export interface CapacityDefinition {
  /** Capacity at the start. */
  initial(world: World): number;
}

export type CapacityTable = Readonly<Record<string, CapacityDefinition>>;
