import type { Capacities } from './capacities.ts';
import type { NamedArrays } from './model.ts';
import type { SimulationParameters } from './parameters.ts';
import type { World } from './world.ts';

/** A world while the lengths of its features' arrays are still unknown. */
export type UnmeasuredWorld = Omit<World, 'arrayLengths'>;

/** An array of the state that only one feature reads and writes. The device has it only if kernels can name it (src/gpu/kernels/bindings.ts). */
export interface FeatureArray {
  readonly kind: 'f32' | 'u32';
  /**
   * Length of the array, or of one entry if it is a list that grows; 0 if the feature does nothing in this world. Evaluated when
   * the world is made: changes of the parameters that it depends on take effect on reset.
   */
  length(world: UnmeasuredWorld, parameters: SimulationParameters): number;
  /** For a list that grows: the capacity (capacities.ts) that gives its number of entries. */
  readonly capacity?: keyof Capacities;
  /** Initial values; zeros by default. */
  initial?(world: World): Float32Array | Uint32Array;
  /**
   * For an array that a step starts from, such as topology that changes or a history: the number of leading elements in use, given
   * all such arrays. Checkpoints keep the array; hashes cover only the part in use, so that no hash depends on a capacity.
   */
  inUse?(kept: NamedArrays): number;
}
