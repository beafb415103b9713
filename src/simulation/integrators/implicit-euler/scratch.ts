import { createElementScratch, type ElementScratch } from './element.ts';
import { STEP_LENGTHS } from './words.ts';

/** Memory in which a contact's or a collider's terms are computed. */
export interface TermScratch {
  /**
   * Displacement of one side relative to the other [m]: from x0 to now; as predicted without contacts; as inertia and the elements' forces at x0
   * would cause it; and by velocities at x0.
   */
  readonly moved: Float64Array;
  readonly predicted: Float64Array;
  readonly forced: Float64Array;
  readonly before: Float64Array;
  readonly normal: Float64Array;
  /** Position of a vertex [m]. */
  readonly position: Float32Array;
  /** Inverse of the contact's effective mass [1/kg], and its signed distance at x0 [m]. */
  mobility: number;
  distance: number;
  /** Result of stiffnesses: those along the normal and across it [N/m]. */
  along: number;
  across: number;
}

export const createTermScratch = (): TermScratch => ({
  moved: new Float64Array(3),
  predicted: new Float64Array(3),
  forced: new Float64Array(3),
  before: new Float64Array(3),
  normal: new Float64Array(3),
  position: new Float32Array(3),
  mobility: 0.5,
  distance: 0.5,
  along: 0.5,
  across: 0.5,
});

/** Sums over the elements and contacts at a vertex. */
export interface VertexScratch {
  /** Symmetric 3 x 3 block [N/m]: 00, 01, 02, 11, 12, 22. */
  readonly block: Float64Array;
  /** Inverse of such a block [m/N]. */
  readonly inverse: Float64Array;
  /** Gradient of the colliders' energy [N]. */
  readonly push: Float64Array;
}

export const createVertexScratch = (): VertexScratch => ({
  block: new Float64Array(6),
  inverse: new Float64Array(6),
  push: new Float64Array(3),
});

/** A spring in the state of the step. */
export interface SpringScratch {
  /** Starts of its two vertices in arrays of vectors. */
  a: number;
  b: number;
  /** From the second vertex to the first, now [m]. */
  readonly difference: Float64Array;
  /** Its length [m], its pull along itself [N], and the derivative of the pull by the length [N/m]. */
  length: number;
  pull: number;
  stiffness: number;
}

export const createSpringScratch = (): SpringScratch => ({
  a: 0,
  b: 0,
  difference: new Float64Array(3),
  length: 0.5,
  pull: 0.5,
  stiffness: 0.5,
});

/** Temporary memory of the implicit Euler step. Each worker makes one and reuses it, so that a step allocates nothing. */
export interface ImplicitEulerScratch {
  readonly element: ElementScratch;
  readonly terms: TermScratch;
  readonly vertex: VertexScratch;
  readonly spring: SpringScratch;
  /** Sums over a chunk's elements, or over gases, for each step length of the line search [J]. */
  readonly remainders: Float64Array;
}

export const createImplicitEulerScratch = (): ImplicitEulerScratch => ({
  element: createElementScratch(),
  terms: createTermScratch(),
  vertex: createVertexScratch(),
  spring: createSpringScratch(),
  remainders: new Float64Array(STEP_LENGTHS),
});
