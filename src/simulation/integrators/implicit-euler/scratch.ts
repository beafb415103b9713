import { createElementScratch, type ElementScratch } from './element.ts';
import { createTermScratch, type TermScratch } from './contact-terms.ts';
import { STEP_LENGTHS } from './words.ts';
import { createVertexScratch, type VertexScratch } from './vertices.ts';

/** Temporary memory of the implicit Euler step. Each worker makes one and reuses it, so that a step allocates nothing. */
export interface ImplicitEulerScratch {
  readonly element: ElementScratch;
  readonly terms: TermScratch;
  readonly vertex: VertexScratch;
  /** Sums of the gases for each step length. */
  readonly gases: Float64Array;
}

export const createImplicitEulerScratch = (): ImplicitEulerScratch => ({
  element: createElementScratch(),
  terms: createTermScratch(),
  vertex: createVertexScratch(),
  gases: new Float64Array(STEP_LENGTHS),
});
