import type { CapacityTable } from '../../capacity-definition.ts';

/** Initial capacity for colours. If tentacles are pressed into a ball, hundreds of points touch one face, and their contacts need as many colours. */
export const COLOURS = 512;

export const PROJECTION_CAPACITIES = {
  /** Colours: sequential rounds of the contact projection. */
  colours: { initial: () => COLOURS },
} as const satisfies CapacityTable;
