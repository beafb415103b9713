import type { CapacityTable } from '../../tables/capacity-definition.ts';

/**
 * Initial capacity for colours. Contacts that share a vertex need different colours. If tentacles are pressed into a ball, hundreds of
 * points touch the same face, and so hundreds of colours are needed.
 */
export const COLOURS = 512;

export const PROJECTION_CAPACITIES = {
  /** Maximum number of colours. The contacts of one colour are projected in parallel, the colours one after another. */
  colours: { initial: () => COLOURS },
} as const satisfies CapacityTable;
