// Results of trying a candidate, the point s of a boundary face that is closest to the query point p.

/** s is now the answer so far. */
export const ACCEPTED = 0;
/** The answer so far is nearer, or equally distant and first in order. */
export const FARTHER = 1;
/** s is the query's own vertex. */
export const OWN_VERTEX = 2;
/** No path can end at s, since p is on the outer side of the boundary there (mayEnd). */
export const OUTER_SIDE = 3;
/** p lies outside of the feasible region of s, so another boundary point is nearer. */
export const CULLED = 4;
/** No traversal from p reaches s, now or when this query tried s before. */
export const INVALID_PATH = 5;
