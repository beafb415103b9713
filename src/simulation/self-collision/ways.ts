import type { BinormalsNeeded } from './binormals.ts';
import {
  ALL_PASSED,
  enhancedTest,
  isFree,
  type MovingPatches,
  passesDualConeTest,
  passesNormalConeTest,
} from './culling-tests.ts';

/** A way to find the pairs of a surface's faces that may touch. All use the same tree of boxes; they differ in which patches they skip. */
export interface Way {
  readonly name: string;
  readonly title: string;
  readonly binormals: BinormalsNeeded;
  /** Whether the way is known to miss pairs even where all patches hang together. */
  readonly misses: boolean;
  /** Skips the pairs within a patch if it returns true. Missing if nothing is skipped. */
  readonly culls?: (patches: MovingPatches, node: number) => boolean;
  /** Instead of `culls`: tells which parts and pairs of parts the descent skips (enhancedTest). */
  readonly selects?: (patches: MovingPatches, node: number) => number;
}

export const WAYS = {
  boxes: { title: 'boxes alone', binormals: 'none', misses: false },
  'normal-cones': {
    title: 'normal cone test',
    binormals: 'none',
    misses: false,
    culls: passesNormalConeTest,
  },
  'dual-cones': {
    title: 'dual cones, border alone',
    binormals: 'border',
    misses: true,
    culls: (patches, node) => passesDualConeTest(patches, node, false),
  },
  'dual-cones-inner': {
    title: 'dual cones with inner edges',
    binormals: 'border and inner',
    misses: true,
    culls: (patches, node) => passesDualConeTest(patches, node, true),
  },
  enhanced: {
    title: 'enhanced dual cones as published',
    binormals: 'parts',
    misses: true,
    selects: enhancedTest,
  },
  'enhanced-simple': {
    title: 'enhanced dual cones, simple traversal',
    binormals: 'parts',
    misses: true,
    culls: (patches, node) => enhancedTest(patches, node) === ALL_PASSED,
  },
  proved: { title: 'proved test', binormals: 'none', misses: false, culls: isFree },
} as const satisfies Readonly<Record<string, Omit<Way, 'name'>>>;

export type WayName = keyof typeof WAYS;
/** The way that is used unless another one is asked for. */
export const DEFAULT_WAY: WayName = 'proved';
export const WAY_NAMES = Object.keys(WAYS) as readonly WayName[];
export const wayOf = (name: WayName): Way => ({ name, ...WAYS[name] });
