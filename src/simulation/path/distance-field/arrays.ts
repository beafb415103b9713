import type { FeatureArray } from '../../tables/feature-array-definition.ts';

/** Arrays of the path method `distance-field`. */
export const FIELD_ARRAYS = {
  /**
   * Distance from each vertex to the boundary of its body [m], 0 on the boundary: that of the rest shape, or of the deformed shape where it
   * was updated. Each detection computes it anew, so no step starts from it.
   */
  fieldDistances: { kind: 'f32', length: ({ vertexCount }) => vertexCount },
} as const satisfies Readonly<Record<string, FeatureArray>>;
