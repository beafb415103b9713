import type { SimulationParameters } from './parameters.ts';
import type { World } from './world.ts';

/** A world before its features' arrays have their lengths. */
export type UnmeasuredWorld = Omit<World, 'arrayLengths'>;

/** An array of the state that one feature alone reads and writes. A device has it where kernels can name it (src/gpu/bindings.ts), else only the pool. */
export interface FeatureArray {
  readonly kind: 'f32' | 'u32';
  /** Numbers; 0 where the feature has nothing to do in this world. Asked when a world is made: what it depends on takes effect on reset. */
  length(world: UnmeasuredWorld, parameters: SimulationParameters): number;
  /** Its values at the start; zeros by default. */
  initial?(world: World): Float32Array | Uint32Array;
}
