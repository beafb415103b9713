/** Words of State.linearSolve. */
export const LINEAR = {
  /** residual . preconditioner residual: at the start of the solve, and now [J]. */
  normAtStart: 0,
  norm: 1,
  /** Share of the search direction by which the solution moves. */
  step: 2,
  /** Share of the last search direction in the next one. */
  keep: 3,
  /** 1 once the residual has shrunk enough. */
  isDone: 4,
  /** Solution . H solution, which is also solution . residual at the start [J]: Newton's decrement, squared. */
  decrement: 5,
  /** Share of the solution by which the displacements move (line-search.ts); 0 if no length decreases the energy enough. */
  length: 6,
  /** `normAtStart` of the step's first solve [J]. */
  normOfStep: 7,
  stride: 8,
} as const;

/**
 * Offsets in a body's record in State.gasTerms: pressure [Pa], its decrease per volume [Pa/m^3], volume [m^3]; and the factor of the volume's
 * gradient in the present gradient [Pa] or product [Pa m].
 */
export const GAS_TERM = { pressure: 0, stiffness: 1, volume: 2, push: 3, stride: 4 } as const;

/** Share of the decrease that the gradient promises which a step of the line search must reach. Source: Nocedal, Wright 2006, section 3.1. */
export const SUFFICIENT_DECREASE = 1e-4;

/** Number of step lengths that a line search compares: 1, 1/2, 1/4, ... */
export const STEP_LENGTHS = 6;

/** Offsets in a contact's terms (State.contactTerms): stiffness along the normal and across it [N/m]; a force on the point [N]. */
export const CONTACT_TERM = { normal: 0, tangent: 1, force: 2, stride: 5 } as const;
