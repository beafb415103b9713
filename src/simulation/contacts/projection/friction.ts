import { firstOfPair, type Material, materialAt, type OwnMaterial, secondOfPair } from '../../material.ts';
import type { SimulationParameters } from '../../parameters.ts';

/** Coefficients of friction. */
export type Friction = Pick<SimulationParameters, 'staticFriction' | 'dynamicFriction'>;

/**
 * How much of the impulse that would stop all sliding Coulomb's friction gives: all while it stays in the static cone,
 * else as much as the dynamic coefficient allows.
 * @param needed length of the impulse, of any unit    @param normal the normal impulse, of the same unit
 */
export function frictionShare(needed: number, normal: number, { staticFriction, dynamicFriction }: Friction): number {
  if (needed <= staticFriction * normal) return 1;
  return Math.min(1, (dynamicFriction * normal) / needed);
}

/** Result of frictionBetween: two materials, and their coefficients together. */
export interface FrictionScratch {
  readonly first: Material;
  readonly second: Material;
  readonly between: { staticFriction: number; dynamicFriction: number };
}

/**
 * The coefficients where two materials meet: the geometric means of theirs, so that ice stays slippery whatever lies on it. Source: the
 * rule of Box2D (b2MixFriction).
 * @param pair as in contacts (pairOfMaterials)
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

/** Equal numbers give themselves, whatever a square root rounds. */
const geometricMean = (a: number, b: number): number => (a === b ? a : Math.sqrt(a * b));
