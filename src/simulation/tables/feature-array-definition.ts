import type { Capacities } from '../capacities.ts';
import type { NamedArrays } from '../world/model.ts';
import type { SimulationParameters } from '../parameters.ts';
import type { World } from '../world/world.ts';

/** A world while the lengths of its features' arrays are still unknown. */
export type WorldWithoutLengths = Omit<World, 'arrayLengths'>;

/** An array of the state that only one feature reads and writes. The device has the array only if src/gpu/kernels/bindings.ts lists it. */
export interface FeatureArray {
  readonly kind: 'f32' | 'u32' | 'f64';
  /**
   * Returns the length of the array or, for a list that grows, the length of one entry; 0 if the feature does nothing in this world.
   * createWorld calls this function once. So if a parameter that the length depends on changes, the length changes only on reset.
   */
  length(world: WorldWithoutLengths, parameters: SimulationParameters): number;
  /** For a list that grows: the capacity (capacities.ts) that gives its number of entries, or `contacts` for one entry per contact. */
  readonly capacity?: keyof Capacities | 'contacts';
  /** Returns the initial values; zeros by default. */
  initial?(world: World): Float32Array | Uint32Array;
  /**
   * Returns the number of leading elements in use. Only arrays that are carried from step to step have this function, such as topology
   * that changes or a history. Checkpoints save these arrays whole. Hashes cover only the elements in use, so that no hash depends on
   * a capacity.
   * @param carried all arrays of features that are carried from step to step
   */
  countInUse?(carried: NamedArrays): number;
}
