import type { CapacityTable } from '../../tables/capacity-definition.ts';
import type { World } from '../../world/world.ts';

/** Initial capacity of hits per edge. */
export const HITS_PER_EDGE = 4;
/** Smallest initial capacity for CCD contacts. Small scenes need it: if a body is pressed flat, each of its vertices and edges has hits. */
const LEAST_HITS = 8192;

/** Returns the initial capacity for CCD contacts: two per surface vertex, but at least LEAST_HITS. */
export const initialHits = (world: World): number => Math.max(LEAST_HITS, 2 * world.surfaceVertexCount);

/**
 * Greatest number of CCD contacts per detection and surface vertex, at least LEAST_HITS in all. The greatest number in a step of a scene, as far as
 * they were run for it, is 0.9 (t-shirt); where bodies have burst, it exceeds 100, and a step then took minutes and a gigabyte.
 */
export const MOST_HITS_PER_VERTEX = 16;
/** Greatest number of hits kept per edge. The greatest one in a scene is 13 (colliding-balls). */
const MOST_HITS_PER_EDGE = 64;

/** Returns the greatest number of CCD contacts per detection, which the size of the world's surface decides. */
export const mostHits = (world: World): number => Math.max(LEAST_HITS, MOST_HITS_PER_VERTEX * world.surfaceVertexCount);

export const CCD_CAPACITIES = {
  /** Maximum number of CCD contacts per detection. Of more than `most` of them, the deepest are kept (deepest-hits.ts). */
  hits: { initial: initialHits, most: (world: World) => mostHits(world) },
  /**
   * Maximum number of hits kept per edge. A pair of edges is searched from one of its edges only. If each edge kept only its earliest
   * hit, its hits with other edges would make no contacts.
   */
  hitsPerEdge: { initial: () => HITS_PER_EDGE, most: () => MOST_HITS_PER_EDGE },
} as const satisfies CapacityTable;
