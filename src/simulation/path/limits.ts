/**
 * Numbers shared by the path searches and their kernels. This file has no imports, so that the page's GPU backend can take the
 * numbers without loading the CPU searches. Below, p is the queried point and s a boundary point that may be nearest to p.
 */

/**
 * Tolerance of the feasible-region test: p counts as outside of a bounding plane only if the cosine of the angle between p - s and the
 * plane's outward normal exceeds this. It is the paper's epsilon_r, made relative. It lies far above rounding errors, also those of
 * float32; a candidate kept because of it costs a traversal, but never changes the answer.
 */
export const FEASIBLE_TOLERANCE = 1e-4;

/**
 * Maximum number of face-to-face moves in the search for a first path. The first path only bounds the search, so it need not be the
 * shortest.
 */
export const SLIDES = 32;

/**
 * A sum of angles counts as a fold if it exceeds 2 pi, or falls short of 2 pi by less than an angle whose tangent is this. The margin
 * covers rounding: a false fold only disables culling there, which is harmless, but a missed fold could make culling wrong.
 */
export const FOLD_MARGIN = 1e-3;

/** Error of a point rounded to float32 a few times, as a share of its coordinates: eight units in the last place. */
export const POINT_ROUNDING = 2 ** -20;

/** Limits of a traversal's lists and steps; the same on the GPU, where each thread has its own lists. */
export interface TraversalLimits {
  /** Maximum number of elements waiting to be visited. A ray that hits an edge or a vertex leaves an element by 2 or 3 faces. */
  readonly branches: number;
  /** Number of recently visited elements that are remembered, at most RING. They are not visited again; otherwise a walk could cycle. */
  readonly ring: number;
  /** Maximum number of elements visited. Rays through a million elements visit about 100; a cycle longer than the ring uses all steps. */
  readonly steps: number;
}
export const BRANCHES = 32;
export const RING = 16;
export const TRAVERSAL_LIMITS: TraversalLimits = { branches: BRANCHES, ring: RING, steps: 1024 };

/** Limits for a traversal that marks every visited element, and so cannot cycle. */
export const UNLIMITED: TraversalLimits = { branches: Infinity, ring: Infinity, steps: Infinity };

/** Result of a walk from p towards s: no path leads there. */
export const INVALID = 0;
/** A path leads from p to s. */
export const VALID = 1;
/** A limit was reached while elements still waited: no answer. */
export const OVERFLOW = 2;
/** The line passes so close to an edge or a vertex that rounding could choose the wrong element: no answer. */
export const UNSURE = 3;
