import { firstOfPair, type Material, materialAt, type OwnMaterial, secondOfPair } from '../../material.ts';
import type { SimulationParameters } from '../../parameters.ts';

/** Coefficients of friction. */
export type Friction = Pick<SimulationParameters, 'staticFriction' | 'dynamicFriction'>;

/**
 * The share that Coulomb's friction gives of the impulse that would stop all sliding: 1 inside the static cone, else what the
 * dynamic coefficient allows.
 * @param needed length of that impulse, in any unit    @param normal the normal impulse, in the same unit
 */
export function frictionShare(needed: number, normal: number, { staticFriction, dynamicFriction }: Friction): number {
  if (needed <= staticFriction * normal) return 1;
  return Math.min(1, (dynamicFriction * normal) / needed);
}

/** Scratch and result of frictionBetween: two materials, and the coefficients for their pair. */
export interface FrictionScratch {
  readonly first: Material;
  readonly second: Material;
  readonly between: { staticFriction: number; dynamicFriction: number };
}

/**
 * Coefficients of friction between two materials: the geometric means of theirs, so that ice stays slippery under any material.
 * Source: the rule of Box2D (b2MixFriction).
 * @param pair pair of materials as stored in contacts (pairOfMaterials)
 */
export function frictionBetween(
  materials: readonly OwnMaterial[],
  pair: number,
  parameters: SimulationParameters,
  { first, second, between }: FrictionScratch,
): Friction {
  if (pair === 0) return parameters;
  const a = materialAt(materials, firstOfPair(pair), parameters, first);
  const b = materialAt(materials, secondOfPair(pair), parameters, second);
  between.staticFriction = geometricMean(a.staticFriction, b.staticFriction);
  between.dynamicFriction = geometricMean(a.dynamicFriction, b.dynamicFriction);
  return between;
}

/** Geometric mean; of equal numbers exactly that number, without the rounding of a square root. */
const geometricMean = (a: number, b: number): number => (a === b ? a : Math.sqrt(a * b));
