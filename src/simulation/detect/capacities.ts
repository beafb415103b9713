import type { CapacityTable } from '../capacity-definition.ts';
import type { World } from '../world.ts';

/** Initial pairs per point. Eight octopi that have fallen at 25 m/s need more than 4 in some places. */
export const PAIRS_PER_POINT = 8;
/** Least capacity in small scenes: every vertex of a body that is pressed flat penetrates it. */
const LEAST_QUERIES = 1024;

/** Initial capacity: one query per point, with a floor. */
export const initialQueries = ({ points }: World): number => Math.max(LEAST_QUERIES, points.count);

export const DETECTION_CAPACITIES = {
  /** Most tetrahedra kept per vertex or centroid. */
  pairsPerPoint: { initial: () => PAIRS_PER_POINT },
  /** Shortest paths per detection. */
  queries: { initial: initialQueries },
} as const satisfies CapacityTable;
