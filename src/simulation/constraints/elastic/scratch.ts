import { blankMaterial, type Material } from '../../material.ts';

/**
 * Scratch of elastic constraints: one per worker, made once and handed on, so that a step allocates nothing. Its initial numbers are
 * placeholders: fractions make V8 store unboxed doubles from the start.
 */
export interface ElasticScratch {
  /** Material of the body whose constraints are being solved. */
  readonly material: Material;
  /** Result of neoHookeanParameters for this material. */
  readonly elasticity: { mu: number; lambda: number; restDeterminant: number };
}

export const createElasticScratch = (): ElasticScratch => ({
  material: blankMaterial(),
  elasticity: { mu: 0.5, lambda: 0.5, restDeterminant: 0.5 },
});
