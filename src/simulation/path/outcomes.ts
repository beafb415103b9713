/** How a walk from p towards s ended: no path leads there, one does, or it can't be told. */
export const INVALID = 0;
export const VALID = 1;
/** Limits were reached with branches left: no answer. */
export const OVERFLOW = 2;
/** The line passes an edge or a vertex so closely that rounding could choose the wrong element: nothing is said. */
export const UNSURE = 3;
