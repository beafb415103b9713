/**
 * Numbers shared by the path searches and their kernels. This file has no imports, so that the page's GPU backend can take the
 * numbers without loading the CPU searches.
 */

/**
 * Tolerance of the feasible-region test: the cosine of the angle between s - p and a bounding plane up to which p still counts as
 * inside. It is the paper's epsilon_r, made relative. It lies far above rounding errors, also those of float32; a candidate kept
 * because of it costs a traversal, but never changes the answer.
 */
export const FEASIBLE_TOLERANCE = 1e-4;

/** Most faces that the search for a first path slides over. The first path only bounds the search, so it need not be the shortest. */
export const SLIDES = 32;

/**
 * Tangent of the angle below a whole turn from which a sum of angles counts as past it (a fold). A false fold only disables culling
 * there, which is harmless; a fold hidden by rounding would not be.
 */
export const ALMOST = 1e-3;

/** Error of a point rounded to float32 a few times, as a share of its coordinates: eight units in the last place. */
export const SKIN_UNITS = 2 ** -20;

/** Limits of a traversal's lists and steps; the same on the GPU, where each thread has its own lists. */
export interface TraversalLimits {
  /** Most elements waiting to be visited. A ray that hits an edge or a vertex leaves an element by 2 or 3 faces. */
  readonly branches: number;
  /** Most recently visited elements that are remembered, at most RING. They are not visited again, or a walk could cycle. */
  readonly ring: number;
  /** Most elements visited. Rays through a million elements visit some hundred; a cycle longer than the ring uses all steps. */
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
