import { INVERTED_REACH, REJECTED_2D, TRAVERSAL_LIMITS_2D } from '../../simulation/path-2d/limits.ts';
import { snakeCase } from '../constants.ts';
import { BODY_2D_FIELDS } from './pack-bodies.ts';

/**
 * Triangles of a line near inverted ones that a thread remembers; what needs more is answered by the processor: of 505,000
 * lines to segments anywhere on strips of some 500 triangles 586 did, and the nearest segments' lines are shorter.
 */
export const LINE_2D = 128;

const constantCase = (name: string): string => snakeCase(name).toUpperCase();

/** WGSL constants of the 2D kernel, besides those that every kernel gets. */
export const WGSL_CONSTANTS_2D = [
  `const BODY_2D_STRIDE = ${BODY_2D_FIELDS.length}u;`,
  ...BODY_2D_FIELDS.map((field, i) => `const BODY_2D_${constantCase(field)} = ${i}u;`),
  ...Object.entries({ ...TRAVERSAL_LIMITS_2D, line: LINE_2D }).map(
    ([name, value]) => `const TRAVERSAL_2D_${constantCase(name)} = ${value}u;`,
  ),
  `const REJECTED_2D = ${REJECTED_2D}u;`,
  `const INVERTED_REACH = f32(${INVERTED_REACH});`,
].join('\n');
