import type { World } from './world.ts';

/** A list whose length only a step finds out. Who finds one too short raises COUNTERS.needs at its place in CAPACITY. */
export interface CapacityDefinition {
  /** Room at the start. */
  initial(world: World): number;
}

export type CapacityTable = Readonly<Record<string, CapacityDefinition>>;
