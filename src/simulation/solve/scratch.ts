import { blankMaterial, type Material } from '../material.ts';
import { INERTIA } from '../state.ts';

/** Scratch of the solver: one per worker, made once and handed on, so that a step allocates nothing. */
export interface SolveScratch {
  /** Of the range at hand. */
  readonly material: Material;
  readonly elasticity: { mu: number; lambda: number; restDeterminant: number };
  /** The chunk's body, its first vertex and the one behind its last. There may be a chunk without vertices behind a body's others. */
  readonly range: Uint32Array;
  /** Sums of a body, as INERTIA has them. */
  readonly total: Float64Array;
}

export const createSolveScratch = (): SolveScratch => ({
  material: blankMaterial(),
  elasticity: { mu: 0.5, lambda: 0.5, restDeterminant: 0.5 },
  range: new Uint32Array(3),
  total: new Float64Array(INERTIA.stride),
});
