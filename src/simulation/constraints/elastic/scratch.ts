import { blankMaterial, type Material } from '../../world/material.ts';

/**
 * Scratch memory of elastic constraints. Each worker has one, created once, so that a step allocates nothing. The initial numbers are
 * placeholders. They are fractions, so that V8 stores them as doubles in place from the start.
 */
export interface ElasticScratch {
  /** Material of the body whose constraints are being solved. */
  readonly material: Material;
  /** Result of neoHookeanParameters for this material. */
  readonly elasticity: { mu: number; lambda: number; restDeterminant: number };
  /** Result of membraneParameters for this material. */
  readonly membrane: { mu: number; lambda: number };
}

export const createElasticScratch = (): ElasticScratch => ({
  material: blankMaterial(),
  elasticity: { mu: 0.5, lambda: 0.5, restDeterminant: 0.5 },
  membrane: { mu: 0.5, lambda: 0.5 },
});
