import type { CapacityTable } from '../capacity-definition.ts';
import type { World } from '../world.ts';

/** Eight octopi fallen at 25 m/s need more than 4 here and there. */
export const PAIRS_PER_POINT = 8;
/** Least capacity in small scenes: a body pressed flat penetrates with its every vertex. */
const LEAST_QUERIES = 1024;

/** Capacity at the start: one query per point, with a floor. */
export const initialQueries = ({ points }: World): number => Math.max(LEAST_QUERIES, points.count);

export const DETECTION_CAPACITIES = {
  /** Tetrahedra that a vertex or a centroid may lie in at once. */
  pairsPerPoint: { initial: () => PAIRS_PER_POINT },
  /** Shortest paths per detection. */
  queries: { initial: initialQueries },
} as const satisfies CapacityTable;
