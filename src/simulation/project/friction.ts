import type { SimulationParameters } from '../parameters.ts';

/**
 * How much of the impulse that would stop all sliding Coulomb's friction gives: all while it stays in the static cone,
 * else as much as the dynamic coefficient allows.
 * @param needed length of the impulse, of any unit    @param normal the normal impulse, of the same unit
 */
export function frictionShare(
  needed: number,
  normal: number,
  { staticFriction, dynamicFriction }: Pick<SimulationParameters, 'staticFriction' | 'dynamicFriction'>,
): number {
  if (needed <= staticFriction * normal) return 1;
  return Math.min(1, (dynamicFriction * normal) / needed);
}
