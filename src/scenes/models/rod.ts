import { checkTetrahedra, roundBar, type RoundBarModel, type RoundBarOptions } from '../../mesh/model/round-bar.ts';

export const MIN_TETRAHEDRA = 1000;
export const MAX_TETRAHEDRA = 1_500_000;
const DEFAULT_TETRAHEDRA = 10_000;
/** Default length [m]: 40 radii. */
const DEFAULT_LENGTH = 1;
const DEFAULT_RADIUS = 0.025;

/**
 * Makes a round bar with flat ends, straight along x at rest. Every run gives the same bytes.
 * @throws RangeError if `tetrahedra` is not between MIN_TETRAHEDRA and MAX_TETRAHEDRA or is too small for so slim a bar, or if the
 * length or the radius isn't positive
 */
export function rod(options: RoundBarOptions = {}): RoundBarModel {
  const { tetrahedra = DEFAULT_TETRAHEDRA, length = DEFAULT_LENGTH, radius = DEFAULT_RADIUS } = options;
  checkTetrahedra('A rod', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  return roundBar('A rod', { ...options, tetrahedra, length, radius }, false);
}
