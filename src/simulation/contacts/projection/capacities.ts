import type { CapacityTable } from '../../tables/capacity-definition.ts';

/**
 * Initial capacity of the list of colours, which grows if contacts need more. Contacts that share a vertex need different colours. If
 * tentacles are pressed into a ball, hundreds of points touch the same face, and so hundreds of colours are needed.
 */
export const INITIAL_COLOURS = 512;

export const PROJECTION_CAPACITIES = {
  /** Colours. The contacts of one colour are projected in parallel, the colours one after another. */
  colours: { initial: () => INITIAL_COLOURS },
} as const satisfies CapacityTable;
