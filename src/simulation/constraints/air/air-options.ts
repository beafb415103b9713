import { AIR_OPTIONS, type AirOptions } from '../../../mesh/air/optimiser.ts';
import { INVERTED_QUALITY } from '../../../mesh/air/quality.ts';

/**
 * Improvements wait while an element is inverted, unlike in the paper: what they replace around it may be the memory of who was where. Of shapes that
 * were pressed flat, some lost their shape or order otherwise (docs/methods.md).
 */
const OPTIONS_IN_PLANE: AirOptions = { ...AIR_OPTIONS, waitBelow: 0 };
/**
 * In space, bodies that rest on each other leave elements slightly inverted, so only more inverted ones count. And only elements that are nearly flat
 * are worth the time: with `below`, cubes that turn in cubes lock as seldom as if all elements were improved.
 */
const OPTIONS_IN_SPACE: AirOptions = { ...AIR_OPTIONS, below: 0.3, waitBelow: INVERTED_QUALITY };

/** Returns how far the improvement of a running simulation goes, which is also what is told of a single element. */
export const airOptions = (dimension: 2 | 3): AirOptions => (dimension === 2 ? OPTIONS_IN_PLANE : OPTIONS_IN_SPACE);
