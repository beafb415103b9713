import { blankMaterial, type Material } from '../../material.ts';

/**
 * Scratch memory of elastic constraints. Each worker makes one such object and reuses it, so that a step allocates nothing. The initial
 * numbers are fractions (0.5), so that V8 stores unboxed doubles from the start.
 */
export interface ElasticScratch {
  /** Material of the body whose constraints are being solved. */
  readonly material: Material;
  /** Result of neoHookeanParameters for `material`. */
  readonly elasticity: { mu: number; lambda: number; restDeterminant: number };
}

export const createElasticScratch = (): ElasticScratch => ({
  material: blankMaterial(),
  elasticity: { mu: 0.5, lambda: 0.5, restDeterminant: 0.5 },
});
