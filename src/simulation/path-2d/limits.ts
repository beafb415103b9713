import type { TraversalLimits } from '../path/limits.ts';

/** Place of a closest point on a segment: between its ends, or on its first or second vertex. */
export type SegmentFeature = number;
export const BETWEEN = 0;
export const FIRST_END = 1;

/**
 * As in 3D (path/traversal.ts): branches that wait, latest triangles remembered against loops, triangles visited. Of
 * 225,000 traversals in bent, shaken and gridded strips none had more than 4 branches waiting, needed a ring longer
 * than 4 or visited more than 32; larger bodies may visit more.
 */
export const BRANCHES_2D = 16;
export const RING_2D = 16;
export const TRAVERSAL_LIMITS_2D: TraversalLimits = { branches: BRANCHES_2D, ring: RING_2D, steps: 512 };

/** How far a line near inverted triangles is followed past p and past s, in distances between them (supplement, 1.2). */
export const INVERTED_REACH = 1;

/** Boundary vertices remembered as unreachable in a query: a vertex is the closest point of two segments. */
export const REJECTED_2D = 8;

export interface PathOptions2d {
  readonly culling: boolean;
  readonly limits: TraversalLimits;
}
export const PATH_OPTIONS_2D: PathOptions2d = { culling: true, limits: TRAVERSAL_LIMITS_2D };
