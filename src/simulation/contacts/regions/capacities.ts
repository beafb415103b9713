import type { CapacityTable } from '../../tables/capacity-definition.ts';

/** Initial capacity for regions; ten cubes in one place have 45. */
const INITIAL_REGIONS = 64;

export const REGION_CAPACITIES = {
  /** Maximum number of regions, shallow ones included. */
  regions: { initial: () => INITIAL_REGIONS },
} as const satisfies CapacityTable;
