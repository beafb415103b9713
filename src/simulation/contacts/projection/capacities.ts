import type { CapacityTable } from '../../capacity-definition.ts';

/** Initial capacity: hundreds of points stand on one face where tentacles are pressed into a ball. */
export const COLOURS = 512;

export const PROJECTION_CAPACITIES = {
  /** Sequential rounds of the contact projection. */
  colours: { initial: () => COLOURS },
} as const satisfies CapacityTable;
