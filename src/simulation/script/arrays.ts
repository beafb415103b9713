import type { FeatureArray, WorldWithoutLengths } from '../tables/feature-array-definition.ts';

/** Arrays of the script's forces; empty in worlds whose script has none. */
export const SCRIPT_ARRAYS = {
  /** Acceleration of each vertex by random forces in this step, 3 numbers per vertex [m/s^2]. The host writes it before each step. */
  accelerations: {
    kind: 'f32',
    length: ({ script, vertexCount }: WorldWithoutLengths) => (script.forces ? 3 * vertexCount : 0),
  },
} as const satisfies Readonly<Record<string, FeatureArray>>;
