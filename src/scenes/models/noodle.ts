import { checkTetrahedra, roundBar, type RoundBarModel, type RoundBarOptions } from '../../mesh/model/round-bar.ts';

export const MIN_TETRAHEDRA = 1000;
export const MAX_TETRAHEDRA = 2_500_000;
const DEFAULT_TETRAHEDRA = 20_000;
/** Default length [m]: 60 radii. */
const DEFAULT_LENGTH = 1.2;
const DEFAULT_RADIUS = 0.02;

/**
 * Makes a round, slim bar with rounded ends, straight along x at rest. Every run gives the same bytes.
 * @throws RangeError if `tetrahedra` is not between MIN_TETRAHEDRA and MAX_TETRAHEDRA or is too small for so slim a bar, or if the
 * length or the radius isn't positive
 */
export function noodle(options: RoundBarOptions = {}): RoundBarModel {
  const { tetrahedra = DEFAULT_TETRAHEDRA, length = DEFAULT_LENGTH, radius = DEFAULT_RADIUS } = options;
  checkTetrahedra('A noodle', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  return roundBar('A noodle', { ...options, tetrahedra, length, radius }, true);
}
