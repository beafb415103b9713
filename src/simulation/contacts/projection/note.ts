import type { SimulationParameters } from '../../parameters.ts';
import type { World } from '../../world/world.ts';

/** Digits of a length in a message. */
const DIGITS = 2;

/**
 * Says that surfaces shall stay farther apart than their edges are long. Then each vertex touches many faces at once, those of its own body among
 * them: steps take long, and nothing comes to rest.
 * @param changed names of the parameters that were chosen
 * @returns phrases without a full stop, mostly none
 */
export function noteOnOffset(
  { models }: Pick<World, 'models'>,
  { contactOffset, mode }: Pick<SimulationParameters, 'contactOffset' | 'mode'>,
  changed: readonly string[] = ['contactOffset'],
): string[] {
  if (mode === 'off' || !changed.includes('contactOffset')) return [];
  const shortest = models.reduce(
    (least, { edgeLength }) => (edgeLength > 0 ? Math.min(least, edgeLength) : least),
    Number.POSITIVE_INFINITY,
  );
  if (!(contactOffset > shortest)) return [];
  const edge = Number(shortest.toPrecision(DIGITS));
  return [
    `contactOffset is ${contactOffset} m, but the edges of a body's surface are ${edge} m long: each vertex touches many faces at once, so steps take long; expected at most ${edge} m`,
  ];
}
