import { type Dispatch, type Pass, WORKGROUP_SIZE } from '../program/pass.ts';
import type { World } from '../world/world.ts';
import { refit } from './passes.ts';

/**
 * Rebuilds of all BVHs on the GPU, within a step (parameter rebuildsOn), as LBVHs: the elements in a tree's leaves are sorted by
 * their places on a curve through the body. All trees are sorted at once, by a radix sort (shaders/detect/rebuild). Source: Lauterbach et
 * al. 2009, "Fast BVH construction on GPUs". Two things differ: a node splits its elements in half, as everywhere here, so that the sorted
 * order is all there is to compute; and the curve is Hilbert's, since with Morton's a search visits a fifth more nodes (docs/performance.md).
 */

/** Bits per axis of a place on the curve, which has 30. */
export const CURVE_AXIS_BITS = 10;
/** Bits of a digit of the radix sort. The counts by digit of a workgroup's threads take 4 KiB of its memory. */
export const DIGIT_BITS = 4;
/** Pairs that a thread of the radix sort has. Twice as many would halve the sums over blocks, and the workgroups at work. */
export const SORT_ROUNDS = 16;

/** Returns the number of words of `orders`: the elements of all trees. */
export const orderCount = ({ tetCount, faceCount, edgeCount, bodies }: World): number =>
  tetCount + faceCount + bodies.length + edgeCount;

const sortBlocks = (world: World): number => Math.ceil(orderCount(world) / (SORT_ROUNDS * WORKGROUP_SIZE));

/** Returns the number of sums that the radix sort needs: one per digit and block. */
export const radixSums = (world: World): number => 2 ** DIGIT_BITS * sortBlocks(world);

/** Returns the number of bits of the sort's keys (shaders/detect/rebuild/sort-keys.wgsl): a tree's index, and a place on its curve. */
export function keyBits({ bodies }: World): number {
  const treeBits = 32 - Math.clz32(3 * bodies.length);
  return treeBits + 3 * Math.min(CURVE_AXIS_BITS, Math.floor((32 - treeBits) / 3));
}

/** Returns the dispatches that sort the elements in all trees' leaves anew. They need the boxes of the trees' roots. */
export function rebuildDispatches(world: World): Dispatch[] {
  const count = WORKGROUP_SIZE * sortBlocks(world);
  const digits = Array.from({ length: Math.ceil(keyBits(world) / DIGIT_BITS) }, (_, digit): Dispatch[] => [
    { kernel: 'radixCounts', count, argument: digit },
    { kernel: 'radixSums', count: 1 },
    { kernel: 'radixScatter', count, argument: digit },
  ]);
  return [{ kernel: 'treeKeys', count: orderCount(world) }, ...digits.flat()];
}

/** Passes that rebuild all trees at the present positions, on the GPU backend alone. */
export const REBUILD_ON_DEVICE: readonly Pass[] = [
  refit,
  {
    name: 'rebuild',
    clock: 'refit',
    reads: ['positions', 'tetBoxes', 'faceBoxes', 'bodyOrder'],
    writes: ['tetOrder', 'faceOrder', 'bodyOrder', 'edgeOrder'],
    stages: [],
    kernels: ({ world }) => rebuildDispatches(world),
  },
];
