import { INVERTED_REACH, REJECTED_2D, TRAVERSAL_LIMITS_2D } from '../../simulation/path-2d/scratch.ts';
import { type Fields, recordLayout } from '../../simulation/records.ts';
import { group } from '../kernels/constants.ts';
import { BODY_2D } from './pack-bodies.ts';
import { COUNTER_COUNT } from '../../simulation/state.ts';
import type { BindingTable } from '../kernels/bindings.ts';
import { DISPATCH_ARGUMENTS } from '../kernels/uniforms.ts';

/**
 * Triangles that a thread remembers while it walks along a line near inverted triangles; the CPU answers queries that need more. Of
 * 505,000 lines to arbitrary segments on strips of some 500 triangles, 586 needed more; lines to the nearest segments are shorter.
 */
const LINE_2D = 128;

/** WGSL constants of the 2D kernel, besides those that every kernel gets. */
export const WGSL_CONSTANTS_2D = [
  ...group('BODY_2D', recordLayout(BODY_2D)),
  ...group('TRAVERSAL_2D', { ...TRAVERSAL_LIMITS_2D, line: LINE_2D }),
  `const REJECTED_2D = ${REJECTED_2D}u;`,
  `const INVERTED_REACH = f32(${INVERTED_REACH});`,
].join('\n');

/** Records of 2D shortest-path queries. */
export const RECORDS_2D = {
  /** A query: a point [m] in a triangle of a body. `vertex` is the point's vertex if it belongs to the body, else NONE. Ids are local to the body. */
  Query2d: { point: 'vec2f', body: 'u32', triangle: 'u32', vertex: 'u32' },
  /**
   * The answer: the closest boundary point minus the query's, and its distance [m]. `segment` is local to the body; NONE if there is no
   * valid path, PATH_OVERFLOW if the CPU must answer.
   */
  Path2d: { offset: 'vec2f', distance: 'f32', segment: 'u32' },
} as const satisfies Readonly<Record<string, Fields>>;

/** The buffers of the 2D kernel. */
export const BINDINGS_2D: BindingTable<keyof typeof RECORDS_2D | 'DispatchArguments'> = {
  structs: { DispatchArguments: DISPATCH_ARGUMENTS, ...RECORDS_2D },
  groups: [
    { dispatch_arguments: 'DispatchArguments' },
    // Boxes: lower x, y, upper x, y; circles: centre x, y, radius.
    { topology: 'u32', positions: 'f32', boxes: 'vec4f' },
    { queries: 'Query2d', paths: 'Path2d', counters: ['u32', COUNTER_COUNT] },
  ],
  aliases: {},
};
