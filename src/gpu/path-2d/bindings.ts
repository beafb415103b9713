import { INVERTED_REACH, REJECTED_2D, TRAVERSAL_LIMITS_2D } from '../../simulation/path-2d/scratch.ts';
import { type Fields, recordLayout } from '../../simulation/tables/records.ts';
import { integerConstants } from '../kernels/constants.ts';
import { BODY_2D } from './pack-bodies.ts';
import { COUNTER_COUNT } from '../../simulation/state.ts';
import type { BindingTable } from '../kernels/bindings.ts';
import { DISPATCH_ARGUMENTS } from '../kernels/uniforms.ts';

/**
 * Maximum number of triangles that a thread remembers while it follows a line near inverted triangles. The CPU answers queries that need
 * more. Of 505,000 lines to arbitrary segments, on strips of some 500 triangles, 586 needed more; lines to the nearest segments are
 * shorter.
 */
const LINE_CAPACITY_2D = 128;

/** WGSL constants of the 2D kernel, in addition to those of all kernels. */
export const WGSL_CONSTANTS_2D = [
  ...integerConstants('BODY_2D', recordLayout(BODY_2D)),
  ...integerConstants('TRAVERSAL_2D', { ...TRAVERSAL_LIMITS_2D, line: LINE_CAPACITY_2D }),
  `const REJECTED_2D = ${REJECTED_2D}u;`,
  `const INVERTED_REACH = f32(${INVERTED_REACH});`,
].join('\n');

/** Records of 2D shortest-path queries. */
export const RECORDS_2D = {
  /**
   * A query: a point [m] in a triangle of a body. `vertex` is the body's vertex at this point, or NONE if the point is no vertex of the
   * body. Ids are local to the body.
   */
  Query2d: { point: 'vec2f', body: 'u32', triangle: 'u32', vertex: 'u32' },
  /**
   * An answer: `offset` is the closest boundary point minus the query's point, `distance` is its length [m]. `segment` has the closest
   * point and is local to the body. `segment` is NONE if there is no valid path, and PATH_OVERFLOW if the CPU must answer.
   */
  Path2d: { offset: 'vec2f', distance: 'f32', segment: 'u32' },
} as const satisfies Readonly<Record<string, Fields>>;

/** The buffers of the 2D kernel. */
export const BINDINGS_2D: BindingTable<keyof typeof RECORDS_2D | 'DispatchArguments'> = {
  structs: { DispatchArguments: DISPATCH_ARGUMENTS, ...RECORDS_2D },
  groups: [
    { dispatch_arguments: 'DispatchArguments' },
    // An element of `boxes` is a box (lower x, y, upper x, y) or a circle (centre x, y, radius, 0).
    { topology: 'u32', positions: 'f32', boxes: 'vec4f' },
    { queries: 'Query2d', paths: 'Path2d', counters: ['u32', COUNTER_COUNT] },
  ],
  aliases: {},
};
