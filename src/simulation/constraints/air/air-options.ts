import { AIR_OPTIONS, type AirOptions } from '../../../mesh/air/optimiser.ts';
import { INVERTED_QUALITY } from '../../../mesh/air/quality-scales.ts';

/**
 * Improvements wait while an element is inverted, unlike in the paper: what they replace around it may be the memory of who was where, and shapes that
 * were pressed flat then lose their shape or order (docs/methods.md). Elements that are inverted as little as contacts at rest leave them don't count.
 */
const OPTIONS_IN_PLANE: AirOptions = { ...AIR_OPTIONS, waitBelow: INVERTED_QUALITY };
/**
 * In space, only elements that are nearly flat are worth the time: with this quality, cubes that turn in cubes lock as seldom as if all elements were
 * improved.
 */
const OPTIONS_IN_SPACE: AirOptions = { ...OPTIONS_IN_PLANE, below: 0.3 };

/** Returns how far the improvement of a running simulation goes, which is also what is told of a single element. */
export const airOptions = (dimension: 2 | 3): AirOptions => (dimension === 2 ? OPTIONS_IN_PLANE : OPTIONS_IN_SPACE);
