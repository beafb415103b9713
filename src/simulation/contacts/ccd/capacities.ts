import type { CapacityTable } from '../../capacity-definition.ts';
import type { World } from '../../world.ts';

export const HITS_PER_EDGE = 4;
/** Least capacity in small scenes: every vertex and edge of a body that is pressed flat hits the body itself. */
const LEAST_HITS = 8192;

/** Initial capacity: two contacts per surface vertex, with a floor. */
export const initialHits = (world: World): number => Math.max(LEAST_HITS, 2 * world.surfaceVertexCount);

export const CCD_CAPACITIES = {
  /** CCD contacts per detection. */
  hits: { initial: initialHits },
  /**
   * Hits kept per edge. Only one edge of a pair searches; if it kept only its earliest hit, the pair would be lost to any earlier
   * hit of that edge.
   */
  hitsPerEdge: { initial: () => HITS_PER_EDGE },
} as const satisfies CapacityTable;
