import { checkTetrahedra, roundBar, type RoundBarModel, type RoundBarOptions } from '../../mesh/model/round-bar.ts';

export const MIN_TETRAHEDRA = 1000;
export const MAX_TETRAHEDRA = 1_500_000;
const DEFAULT_TETRAHEDRA = 10_000;
/** A rod of 40 radii [m]. */
const DEFAULT_LENGTH = 1;
const DEFAULT_RADIUS = 0.025;

/**
 * A round bar with flat ends, at rest straight along x, made from code. The same bytes every time.
 * @throws RangeError where `tetrahedra` isn't between MIN_TETRAHEDRA and MAX_TETRAHEDRA, too few for so slim a one, or a size isn't positive
 */
export function rod(options: RoundBarOptions = {}): RoundBarModel {
  const { tetrahedra = DEFAULT_TETRAHEDRA, length = DEFAULT_LENGTH, radius = DEFAULT_RADIUS } = options;
  checkTetrahedra('A rod', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  return roundBar('A rod', { ...options, tetrahedra, length, radius }, false);
}
