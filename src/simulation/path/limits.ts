/**
 * Numbers that the path searches on the CPU and their kernels share. This file has no imports, so that the page's GPU backend can
 * import it without loading the CPU searches. Below, p is the query point, and s is a candidate: a boundary point that may be nearest
 * to p.
 */

/**
 * Tolerance of culling. p counts as outside of a plane that bounds the feasible region only if the cosine of the angle between p - s
 * and the plane's outward normal exceeds this. It is the paper's epsilon_r, made relative. It is far above rounding errors, also those
 * of float32. If a candidate isn't culled because of the tolerance, this costs a traversal, but never changes the answer.
 */
export const FEASIBLE_TOLERANCE = 1e-4;

/**
 * Maximum number of moves from face to face when a query looks for a boundary face near p (slideToNearFace). The path to this face
 * only bounds the search, so the face need not be the nearest.
 */
export const MAX_SLIDES = 32;

/**
 * The angles around an edge or a vertex count as a fold if their sum exceeds 2 pi, or falls short of 2 pi by less than the angle whose
 * tangent is this. The margin covers rounding. A fold found by mistake only turns culling off there, but a missed fold could make
 * culling wrong.
 */
export const FOLD_MARGIN = 1e-3;

/** Bound on the error of a point that was rounded to float32 a few times, as a share of its coordinates: eight units in the last place. */
export const POINT_ROUNDING = 2 ** -20;

/**
 * Least slope of a distance field with which it is followed to its zero (path/distance-field). A distance rises by 1 m per metre, and less where
 * a body was stretched. At a ridge, where nearest boundaries lie on several sides, elements have slopes of any size down to 0, and the field
 * would have its zero anywhere: boxes pressed into one another were thrown apart at 1400 m/s.
 */
export const LEAST_SLOPE = 0.5;

/** Limits of a traversal: lengths of its lists, and number of steps. On the GPU each thread has its own lists. */
export interface TraversalLimits {
  /** Maximum number of elements waiting to be visited. Elements wait if a ray leaves an element through several faces. */
  readonly branches: number;
  /** Number of recently visited elements that the traversal remembers and does not visit again; at most RING. It prevents short cycles. */
  readonly ring: number;
  /** Maximum number of elements visited. The largest number found in 880,000 traversals is 63 (docs/method.md). Long cycles end here. */
  readonly steps: number;
}
export const BRANCHES = 32;
export const RING = 16;
export const TRAVERSAL_LIMITS: TraversalLimits = { branches: BRANCHES, ring: RING, steps: 1024 };

/** No limits, for a traversal that marks every visited element and therefore can't cycle. */
export const UNLIMITED: TraversalLimits = { branches: Infinity, ring: Infinity, steps: Infinity };

/** Result of a traversal from p towards s: the segment from p to s is not a valid path. */
export const INVALID = 0;
/** Result: the segment is a valid path. */
export const VALID = 1;
/** Result: a limit was reached before the traversal was finished, so there is no answer. */
export const OVERFLOW = 2;
/** Result: the line passes an edge or a vertex so closely that rounding could choose the wrong element, so there is no answer. */
export const UNSURE = 3;
