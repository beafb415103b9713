import { firstOfPair, type Material, materialAt, type OwnMaterial, secondOfPair } from '../../material.ts';
import type { SimulationParameters } from '../../parameters.ts';

/** Coefficients of friction. */
export type Friction = Pick<SimulationParameters, 'staticFriction' | 'dynamicFriction'>;

/**
 * Coulomb friction, as a share of the impulse that would stop all sliding: 1 if that impulse is inside the static friction cone, else
 * dynamicFriction times the normal impulse, divided by it.
 * @param needed length of the impulse that would stop all sliding, in any unit    @param normal the normal impulse, in the same unit
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
 * Coefficients of friction between two materials: the geometric means of the two materials' coefficients. So a material without
 * friction slides on every other.
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

/** Geometric mean. If both numbers are equal, the result is exactly this number, without the rounding of a square root. */
const geometricMean = (a: number, b: number): number => (a === b ? a : Math.sqrt(a * b));
