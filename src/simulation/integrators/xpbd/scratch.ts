import { INERTIA } from '../../state.ts';

/** Scratch of the stage `moments`: one per worker, made once and handed on, so that a step allocates nothing. */
export interface MomentScratch {
  /** The chunk's body, its first vertex and the one behind its last. There may be a chunk without vertices behind a body's others. */
  readonly range: Uint32Array;
  /** Sums of a body, as INERTIA has them. */
  readonly total: Float64Array;
}

export const createMomentScratch = (): MomentScratch => ({
  range: new Uint32Array(3),
  total: new Float64Array(INERTIA.stride),
});
