import type { FeatureArray, WorldWithoutLengths } from '../../tables/feature-array-definition.ts';
import { hasSheet } from '../../world/world.ts';

/** Words of the array `failSafe`: rounds that are over, hits in the present round, and 1 if a round had none. */
export const FAIL_SAFE = { round: 0, hits: 1, isDone: 2, stride: 3 } as const;

/** Arrays of the fail-safe; empty in worlds without sheets. */
export const FAIL_SAFE_ARRAYS = {
  failSafe: { kind: 'u32', length: (world: WorldWithoutLengths) => (hasSheet(world) ? FAIL_SAFE.stride : 0) },
  /** Per vertex: the greatest share of its motion that a hit of this round takes away, in units of 1 / CUT_UNIT (hold-back.ts). */
  cuts: { kind: 'u32', length: (world: WorldWithoutLengths) => (hasSheet(world) ? world.vertexCount : 0) },
  /** Per vertex: 1 + the last round that has shortened its motion, or 0. */
  lastCuts: { kind: 'u32', length: (world: WorldWithoutLengths) => (hasSheet(world) ? world.vertexCount : 0) },
} as const satisfies Readonly<Record<string, FeatureArray>>;
