/** Phases of the kernel listContacts: arguments of its dispatches (contact-lists.ts). */
export const LIST = { clear: 0, count: 1, allot: 2, enter: 3, sort: 4 } as const;

/** Steps of the kernel linearWords: arguments of its dispatches. */
export const WORDS = {
  open: 0,
  reference: 1,
  begin: 2,
  beginLater: 3,
  step: 4,
  keep: 5,
  curvature: 6,
  slope: 7,
  end: 8,
} as const;

/** What the kernel vectorSums sums: the norm of the residual at rest, or solution . residual. */
export const SUMS = { atRest: 0, work: 1 } as const;

/** Bit of a kernel's argument: it adds forces to the vector `product`, in which those of gas are, rather than replacing it. */
export const ADDS_TO_PRODUCT = 2;

/** Bit of the kernel elementSystem's argument: the step has one linear solve, so that strained elements are linearised at x0. */
export const LINEAR_ONLY = 4;

/** Arrays of vectors over vertices in the order in which the device's buffer linear_vectors has them. */
export const VECTORS = {
  solution: 0,
  residual: 1,
  direction: 2,
  product: 3,
  freeMoves: 4,
  forcedMoves: 5,
  predictedMoves: 6,
} as const;

/** Words of State.linearSolve. */
export const LINEAR = {
  /** residual . preconditioner residual: what the solve compares with (of the first solve: LEAST_REFERENCE), and now [J]. */
  normAtStart: 0,
  norm: 1,
  /** Share of the search direction by which the solution moves. */
  step: 2,
  /** Share of the last search direction in the next one. */
  keep: 3,
  /** 1 once the residual has shrunk enough. */
  isDone: 4,
  /** Solution . H solution [J]. */
  curvature: 5,
  /** Share of the solution by which the displacements move (line-search.ts); 0 if no length decreases the energy enough. */
  length: 6,
  /** The norm at rest in the step's first solve [J] (sumReference): Newton's method compares with it, and the residual that is counted. */
  normOfStep: 7,
  /** Solution . residual where the line search starts [J]. If the solve has started there too, it is `curvature`: Newton's decrement, squared. */
  slope: 8,
  stride: 9,
} as const;

/**
 * Offsets in a body's record in State.gasTerms: pressure [Pa], its decrease per volume [Pa/m^3], volume, the volume below which the pressure
 * stays the same [m^3]; and the factor of the volume's gradient in the present gradient [Pa] or product [Pa m].
 */
export const GAS_TERM = { pressure: 0, stiffness: 1, volume: 2, leastVolume: 3, push: 4, stride: 5 } as const;

/** Share of the decrease that the gradient promises which a step of the line search must reach. Source: Nocedal, Wright 2006, section 3.1. */
export const SUFFICIENT_DECREASE = 1e-4;

/**
 * Least norm with which a step's first solve compares, as a share of that at rest (of squares: 0.001 of the residual). The residual at rest grows with
 * a body's speed. Compared with it, a block that slid at 6 m/s gained 4 % too much speed, since gravity was no larger than the tolerance. In free fall
 * the residual at the start is rounding, less than 0.001 for soft bodies.
 */
export const LEAST_REFERENCE = 1e-6;

/** Number of step lengths that a line search compares: 1, 1/2, 1/4, ... */
export const STEP_LENGTHS = 6;

/** Offsets in a contact's terms (State.contactTerms): stiffness along the normal and across it [N/m]; a force on the point [N]. */
export const CONTACT_TERM = { normal: 0, tangent: 1, force: 2, stride: 5 } as const;
