import type { CapacityTable } from '../../tables/capacity-definition.ts';
import type { World } from '../../world/world.ts';

/** Initial capacity of hits per edge. */
export const HITS_PER_EDGE = 4;
/** Smallest initial capacity for CCD contacts. Small scenes need it: if a body is pressed flat, each of its vertices and edges has hits. */
const LEAST_HITS = 8192;

/** Returns the initial capacity for CCD contacts: two per surface vertex, but at least LEAST_HITS. */
export const initialHits = (world: World): number => Math.max(LEAST_HITS, 2 * world.surfaceVertexCount);

export const CCD_CAPACITIES = {
  /** Maximum number of CCD contacts per detection. */
  hits: { initial: initialHits },
  /**
   * Maximum number of hits kept per edge. A pair of edges is searched from one of its edges only. If each edge kept only its earliest
   * hit, its hits with other edges would make no contacts.
   */
  hitsPerEdge: { initial: () => HITS_PER_EDGE },
} as const satisfies CapacityTable;
