import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import { DIGIT_BITS, keyBits, orderCount, radixSums } from '../../src/simulation/detect/rebuild-passes.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { BOX, type Count, VECTOR, WORD } from './traffic-parts.ts';

// Traffic of the kernels that rebuild trees on the device (shaders/detect/rebuild).

/** A key and an element of the radix sort. */
const PAIR = 2 * WORD;
/** Operations of the box of an element per corner, and of a place's Morton code: differences, scale and middle. */
const CORNER_OPERATIONS = 6;
const CODE_OPERATIONS = 18;

const corners = ({ tetCount, faceCount, edgeCount }: World): number => 4 * tetCount + 3 * faceCount + 2 * edgeCount;

/** Traffic per kernel of a rebuild. */
export const REBUILD_TRAFFIC = {
  // Per element: corners with their positions, the box of its tree's root, a pair written. Bodies keep their place.
  treeKeys: ({ world }, { dispatches }) => {
    const elements = orderCount(world) - world.bodies.length;
    return {
      bytes:
        dispatches *
        (corners(world) * (WORD + VECTOR) + elements * BOX + orderCount(world) * PAIR + world.bodies.length * WORD),
      operations: dispatches * (corners(world) * CORNER_OPERATIONS + elements * CODE_OPERATIONS),
      least: dispatches * (corners(world) * WORD + world.vertexCount * VECTOR + orderCount(world) * PAIR),
    };
  },
  // Per pair: itself; per digit and block a number written.
  radixCounts: ({ world }, { dispatches }) => ({
    bytes: dispatches * (orderCount(world) * PAIR + radixSums(world) * WORD),
    operations: 0,
  }),
  // Per digit and block: a number read twice, for a range's sum and for the sums within it, and written.
  radixSums: ({ world }, { dispatches }) => ({ bytes: dispatches * radixSums(world) * 3 * WORD, operations: 0 }),
  // Per pair: itself twice, to count it and to move it, and the place of its digit; then it is written, after the last digit its element alone.
  radixScatter: ({ world }, { dispatches }) => {
    const last = dispatches / Math.ceil(keyBits(world) / DIGIT_BITS);
    return {
      bytes: orderCount(world) * (dispatches * (3 * PAIR + WORD) - last * (PAIR - WORD)),
      operations: 0,
      least: orderCount(world) * (dispatches * 2 * PAIR - last * (PAIR - WORD)),
    };
  },
} as const satisfies Partial<Record<KernelName, Count>>;
