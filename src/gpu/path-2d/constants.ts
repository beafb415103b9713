import { INVERTED_REACH, REJECTED_2D, TRAVERSAL_LIMITS_2D } from '../../simulation/path-2d/scratch.ts';
import { recordLayout } from '../../simulation/records.ts';
import { group } from '../constants.ts';
import { BODY_2D } from './pack-bodies.ts';

/**
 * Triangles of a line near inverted ones that a thread remembers; what needs more is answered by the processor: of 505,000
 * lines to segments anywhere on strips of some 500 triangles 586 did, and the nearest segments' lines are shorter.
 */
export const LINE_2D = 128;

/** WGSL constants of the 2D kernel, besides those that every kernel gets. */
export const WGSL_CONSTANTS_2D = [
  ...group('BODY_2D', recordLayout(BODY_2D)),
  ...group('TRAVERSAL_2D', { ...TRAVERSAL_LIMITS_2D, line: LINE_2D }),
  `const REJECTED_2D = ${REJECTED_2D}u;`,
  `const INVERTED_REACH = f32(${INVERTED_REACH});`,
].join('\n');
