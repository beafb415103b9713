import { blankMaterial, type Material } from '../../material.ts';

/** Scratch of elastic constraints: one per worker, made once and handed on, so that a step allocates nothing. */
export interface ElasticScratch {
  /** Material of the body whose constraints are being solved. */
  readonly material: Material;
  readonly elasticity: { mu: number; lambda: number; restDeterminant: number };
}

export const createElasticScratch = (): ElasticScratch => ({
  material: blankMaterial(),
  elasticity: { mu: 0.5, lambda: 0.5, restDeterminant: 0.5 },
});
