import type { Fields } from '../../simulation/records.ts';
import { COUNTER_COUNT } from '../../simulation/state.ts';
import type { BindingTable } from '../bindings.ts';
import { DISPATCH_ARGUMENTS } from '../uniforms.ts';

/** Records of 2D shortest-path queries. */
export const RECORDS_2D = {
  /** A point [m] in a triangle of a body; `vertex` is its own where it belongs to the body, else NONE. Ids are local to the body. */
  Query2d: { point: 'vec2f', body: 'u32', triangle: 'u32', vertex: 'u32' },
  /**
   * Its answer: the closest point of the boundary minus the query's, and how far that is [m]. `segment` is local to the body; NONE
   * without a valid path, PATH_OVERFLOW where the processor has to answer.
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
