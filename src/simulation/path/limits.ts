/**
 * Numbers that the searches for paths share with their kernels. A file without imports: the page's GPU backend takes the numbers,
 * and shouldn't fetch the searches with them.
 */

/**
 * Cosine to the feasible region's planes up to which p still counts as inside: the paper's epsilon_r, made relative. Far
 * above rounding errors, those of float32 too; what lies between costs a traversal, never an answer.
 */
export const FEASIBLE_TOLERANCE = 1e-4;

/** Faces that the search for a first path slides over at most; it needs a path, not the best one. */
export const SLIDES = 32;

/**
 * An angle this close below a whole turn (its tangent) counts as past it: culling steps aside in vain, which is harmless,
 * where rounding could hide a fold, which is not.
 */
export const ALMOST = 1e-3;

/** Share of its coordinates by which a point may be off after it was rounded to float32 a few times: eight units in the last place. */
export const SKIN_UNITS = 2 ** -20;

/** How long a traversal's lists are, and how many steps it takes at most; the same on the GPU, where each thread has lists of its own. */
export interface TraversalLimits {
  /** Elements that have yet to be visited. A ray that hits an edge or a vertex leaves an element by 2 or 3 faces. */
  readonly branches: number;
  /** Elements visited last, at most RING: none of them is visited again, or a walk could go round and round. */
  readonly ring: number;
  /** Elements visited. Rays through a million elements visit some hundred; a loop larger than the ring, all of these. */
  readonly steps: number;
}
export const BRANCHES = 32;
export const RING = 16;
export const TRAVERSAL_LIMITS: TraversalLimits = { branches: BRANCHES, ring: RING, steps: 1024 };

/** For a traversal that marks what it visits, and so never goes round. */
export const UNLIMITED: TraversalLimits = { branches: Infinity, ring: Infinity, steps: Infinity };

/** How a walk from p towards s ended: no path leads there, one does, or it can't be told. */
export const INVALID = 0;
export const VALID = 1;
/** Limits were reached with branches left: no answer. */
export const OVERFLOW = 2;
/** The line passes an edge or a vertex so closely that rounding could choose the wrong element: nothing is said. */
export const UNSURE = 3;
