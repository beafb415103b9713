import type { CapacityTable } from '../../capacity-definition.ts';
import type { World } from '../../world.ts';

export const HITS_PER_EDGE = 4;
/** Least capacity in small scenes: a body pressed flat hits itself with its every vertex and edge. */
const LEAST_HITS = 8192;

/** Capacity at the start: two contacts per surface vertex, with a floor. */
export const initialHits = (world: World): number => Math.max(LEAST_HITS, 2 * world.surfaceVertexCount);

export const CCD_CAPACITIES = {
  /** Contacts of CCD per detection. */
  hits: { initial: initialHits },
  /**
   * Hits that CCD keeps per edge. Of two edges only one searches, so that with its earliest hit alone a pair would be lost to
   * any earlier one.
   */
  hitsPerEdge: { initial: () => HITS_PER_EDGE },
} as const satisfies CapacityTable;
