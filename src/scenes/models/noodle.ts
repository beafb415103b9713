import { checkTetrahedra, roundBar, type RoundBarModel, type RoundBarOptions } from '../../mesh/model/round-bar.ts';

export const MIN_TETRAHEDRA = 1000;
export const MAX_TETRAHEDRA = 2_500_000;
const DEFAULT_TETRAHEDRA = 20_000;
/** A noodle of 60 radii [m]. */
const DEFAULT_LENGTH = 1.2;
const DEFAULT_RADIUS = 0.02;

/**
 * A round, slim bar with rounded ends, at rest straight along x, made from code. The same bytes every time.
 * @throws RangeError where `tetrahedra` isn't between MIN_TETRAHEDRA and MAX_TETRAHEDRA, too few for so slim a one, or a size isn't positive
 */
export function noodle(options: RoundBarOptions = {}): RoundBarModel {
  const { tetrahedra = DEFAULT_TETRAHEDRA, length = DEFAULT_LENGTH, radius = DEFAULT_RADIUS } = options;
  checkTetrahedra('A noodle', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  return roundBar('A noodle', { ...options, tetrahedra, length, radius }, true);
}
