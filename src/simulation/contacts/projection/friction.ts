import { firstOfPair, type Material, materialAt, type OwnMaterial, secondOfPair } from '../../world/material.ts';
import type { SimulationParameters } from '../../parameters.ts';

/** Coefficients of friction. */
export type Friction = Pick<SimulationParameters, 'staticFriction' | 'dynamicFriction'>;

/**
 * Returns Coulomb friction as a share of the impulse that would stop all sliding. The share is 1 if that impulse is inside the static
 * friction cone. If not, the friction impulse is dynamicFriction * normal, so the share is dynamicFriction * normal / needed.
 * @param needed length of the impulse that would stop all sliding, in any unit    @param normal the normal impulse, in the same unit
 */
export function frictionShare(needed: number, normal: number, { staticFriction, dynamicFriction }: Friction): number {
  if (needed <= staticFriction * normal) return 1;
  return Math.min(1, (dynamicFriction * normal) / needed);
}

/** Scratch and result of frictionBetween: the two materials, and the coefficients for this pair. */
export interface FrictionScratch {
  readonly first: Material;
  readonly second: Material;
  readonly between: { staticFriction: number; dynamicFriction: number };
}

/**
 * Returns the coefficients of friction between two materials: the geometric means of the materials' own coefficients. So a material
 * without friction slides on every other material.
 * Source: the rule of Box2D (b2MixFriction).
 * @param pair pair of materials as stored in contacts (pairOfMaterials); 0 if both are the scene's material
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

/** Returns the geometric mean of two numbers. If both are equal, the result is exactly this number, without rounding. */
const geometricMean = (a: number, b: number): number => (a === b ? a : Math.sqrt(a * b));
