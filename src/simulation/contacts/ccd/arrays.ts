import type { FeatureArray } from '../../tables/feature-array-definition.ts';

/** Arrays that CCD alone uses, beside those of state.ts. */
export const CCD_ARRAYS = {
  /** Per boundary face: 1 + the node of its body's tree of patches that is proved free of collisions (self-culling.ts), or 0. */
  facePatches: { kind: 'u32', length: ({ faceCount }) => faceCount },
} as const satisfies Readonly<Record<string, FeatureArray>>;
