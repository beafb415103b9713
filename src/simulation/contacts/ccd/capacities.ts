import type { CapacityTable } from '../../capacity-definition.ts';
import type { World } from '../../world.ts';

/** Initial capacity of hits per edge. */
export const HITS_PER_EDGE = 4;
/** Minimum capacity. Small scenes need it: if a body is pressed flat, every vertex and edge hits the body itself. */
const LEAST_HITS = 8192;

/** Initial capacity: two contacts per surface vertex, with a floor. */
export const initialHits = (world: World): number => Math.max(LEAST_HITS, 2 * world.surfaceVertexCount);

export const CCD_CAPACITIES = {
  /** CCD contacts per detection. */
  hits: { initial: initialHits },
  /**
   * Hits kept per edge. Only one edge of a pair searches. If it kept only its earliest hit, its later hits with other edges would make
   * no contacts.
   */
  hitsPerEdge: { initial: () => HITS_PER_EDGE },
} as const satisfies CapacityTable;
