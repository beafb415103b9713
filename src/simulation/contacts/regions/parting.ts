import type { SimulationParameters } from '../../parameters.ts';
import type { Model } from '../../world/model.ts';
import type { World } from '../../world/world.ts';

/** Speed at which shallow overlaps are undone, in mean rest edges per second. A choice, found by trials, as the two below. */
export const SHALLOW_SPEED = 15;
/** Time in which a deep region's parts would leave one another, if they kept their speed all the way [s]. */
const PARTING_TIME = 0.1;

/** Greatest speed of two parts, as a share of the speed of sound in the softer body: what is pushed at once is compressed by about this share. */
const SOUND_SHARE = 0.1;

type Limits = Pick<SimulationParameters, 'depenetrationSpeed' | 'youngsModulus' | 'density'>;

/** Returns the smaller of two bodies' mean rest edges [m]; a coarse body counts as if it were cut into eight. */
const edgeBetween = ({ bodies, models }: World, a: number, b: number): number =>
  Math.min(cellOf(models[bodies[a].model]), cellOf(models[bodies[b].model]));

/** Returns the length that limits the speed of a body's shallow contacts [m]. */
export const cellOf = ({ edgeLength, volume }: Model): number =>
  volume > 0 ? Math.min(edgeLength, Math.cbrt(volume) / 2) : edgeLength;

/** Returns the greatest speed at which an overlap of two bodies' surfaces is undone [m/s]: depenetrationSpeed or, by default, what their cells allow. */
export const shallowSpeed = (world: World, { depenetrationSpeed }: Limits, a: number, b: number): number =>
  depenetrationSpeed > 0 ? depenetrationSpeed : SHALLOW_SPEED * edgeBetween(world, a, b);

/**
 * Returns the greatest speed at which two bodies' parts leave a deep region [m/s]: faster, the longer the way out, and slower, the more regions they have,
 * since the speeds of all of these add up and would press the outermost bodies flat.
 * @param way [m]    @param regions number of deep regions that both of them have with others
 */
export function deepSpeed(world: World, limits: Limits, way: number, regions: number, a: number, b: number): number {
  const { depenetrationSpeed } = limits;
  if (depenetrationSpeed > 0) return depenetrationSpeed;
  const inTime = (way + edgeBetween(world, a, b)) / (PARTING_TIME * Math.sqrt(Math.max(1, regions)));
  return Math.min(inTime, SOUND_SHARE * Math.min(soundIn(world, limits, a), soundIn(world, limits, b)));
}

/** Returns about the speed of sound in a body [m/s], as in a thin rod of its material. */
function soundIn({ bodies, materials }: World, { youngsModulus, density }: Limits, body: number): number {
  const own = materials[bodies[body].material];
  return Math.sqrt((own.youngsModulus ?? youngsModulus) / (own.density ?? density));
}
