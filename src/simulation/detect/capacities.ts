import type { CapacityTable } from '../tables/capacity-definition.ts';
import type { World } from '../world/world.ts';

/**
 * Initial capacity for pairs per point: the number of tetrahedra recorded as containing it. Some points of eight octopi that have
 * fallen at 25 m/s are in more than 4.
 */
export const PAIRS_PER_POINT = 8;
/**
 * Greatest capacity for pairs per point. The greatest number in a scene is 7 (colliding-balls); where a body has burst, hundreds of its elements
 * cover a point.
 */
const MOST_PAIRS_PER_POINT = 32;
/** Minimum initial capacity for queries. Small scenes need it: if a body is pressed flat, all of its vertices penetrate it. */
const LEAST_QUERIES = 1024;

/** Initial capacity for shortest-path queries: one per point that isn't watched, but at least LEAST_QUERIES. */
export const initialQueries = ({ points }: World): number =>
  Math.max(LEAST_QUERIES, points.areWatched ? points.firstInner + points.count - points.firstEdge : points.count);

export const DETECTION_CAPACITIES = {
  /** Maximum number of pairs per vertex or centroid: tetrahedra recorded as containing it. */
  pairsPerPoint: { initial: () => PAIRS_PER_POINT, most: () => MOST_PAIRS_PER_POINT },
  /** Maximum number of shortest-path queries per detection. */
  queries: { initial: initialQueries },
} as const satisfies CapacityTable;
