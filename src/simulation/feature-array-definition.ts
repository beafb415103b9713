import type { Capacities } from './capacities.ts';
import type { NamedArrays } from './model.ts';
import type { SimulationParameters } from './parameters.ts';
import type { World } from './world.ts';

/** A world before its features' arrays have their lengths. */
export type UnmeasuredWorld = Omit<World, 'arrayLengths'>;

/** An array of the state that one feature alone reads and writes. A device has it where kernels can name it (src/gpu/kernels/bindings.ts), else only the pool. */
export interface FeatureArray {
  readonly kind: 'f32' | 'u32';
  /**
   * Numbers, in a list that grows per place; 0 where the feature has nothing to do in this world. Asked when a world is made: what
   * it depends on takes effect on reset.
   */
  length(world: UnmeasuredWorld, parameters: SimulationParameters): number;
  /** The capacity (capacities.ts) that says how many places it has, of a list that grows. */
  readonly capacity?: keyof Capacities;
  /** Its values at the start; zeros by default. */
  initial?(world: World): Float32Array | Uint32Array;
  /**
   * Of an array that steps start from, as they do from positions: topology that changes, a history. Checkpoints keep it and hashes
   * cover it, but only its first numbers: as many as are in use in these arrays, so that no hash depends on a capacity.
   */
  inUse?(kept: NamedArrays): number;
}
