import type { SimulationParameters } from './parameters.ts';
import type { Pass, StartCounters } from './pass.ts';
import type { StateArray } from './state.ts';

/** Passes to run one after another, and all that they are told. */
export interface Program {
  /** Tells programs apart: what one of them recalls is for the next of the same name. */
  readonly name: string;
  readonly passes: readonly Pass[];
  readonly parameters: SimulationParameters;
  /** Arrays that come from outside, set before each try. */
  readonly inputs?: Readonly<Partial<Record<StateArray, Float32Array | Uint32Array>>>;
  /** Undefined only where all passes have kernels and count nothing: then nobody waits for the device. */
  readonly counters?: StartCounters;
  /** Arrays that it is run for: the host can read them after it, whatever happens to workers then. */
  readonly results: readonly StateArray[];
  /**
   * Whether it changes what it starts from: then it runs again, where a list had no room, from the checkpoint that was taken
   * before it. Others just run again.
   */
  readonly startsFromCheckpoint?: boolean;
}
