import { INERTIA } from '../../state.ts';

/**
 * Temporary memory of the stage `moments`, which restores lost angular momentum. Each worker makes one and reuses it, so that a step
 * allocates nothing.
 */
export interface MomentScratch {
  /** Body of the current chunk, its first vertex, and the end of its vertices (exclusive). A body's last chunk may be empty. */
  readonly range: Uint32Array;
  /** Sums over a body: one INERTIA record. */
  readonly total: Float64Array;
}

export const createMomentScratch = (): MomentScratch => ({
  range: new Uint32Array(3),
  total: new Float64Array(INERTIA.stride),
});
