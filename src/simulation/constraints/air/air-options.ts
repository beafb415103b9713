import { AIR_OPTIONS, type AirOptions } from '../../../mesh/air/optimiser.ts';

/**
 * Inverted elements stay, unlike in the paper: a flip of an inverted triangle can make positive ones that overlap a body, and then the collision is
 * forgotten. Of sixty boxes that were pressed flat, some then stayed flat or folded (docs/methods.md).
 */
const OPTIONS_IN_PLANE: AirOptions = { ...AIR_OPTIONS, least: 0 };
/**
 * In space, only elements that are nearly flat are worth the time: with this quality, cubes that turn in cubes lock as seldom as if all elements were
 * improved.
 */
const OPTIONS_IN_SPACE: AirOptions = { ...OPTIONS_IN_PLANE, below: 0.3 };

/** Returns how far the improvement of a running simulation goes, which is also what is told of a single element. */
export const airOptions = (dimension: 2 | 3): AirOptions => (dimension === 2 ? OPTIONS_IN_PLANE : OPTIONS_IN_SPACE);
