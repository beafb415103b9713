import type { Pool } from './pool.ts';
import type { Program } from './program.ts';
import type { StageClock } from './stage.ts';
import type { State, StateArray } from './state.ts';
import type { World } from './world.ts';

/**
 * Runs programs on a world's state. It knows passes, arrays and counters, and nothing of what they are for: steps, modes and
 * materials are above it.
 */
export interface Backend {
  readonly kind: 'cpu' | 'gpu';
  /** The adapter's or processor's name, for the record. */
  readonly adapter: string;
  readonly world: World;
  /** Runs what has no kernel, and rebuilds trees beside the programs. */
  readonly pool: Pool;

  /**
   * Runs all passes of a program in their order; again, with longer lists, where one had no room and there is memory.
   * @returns its counters (COUNTERS in state.ts); zeros where it counts nothing
   * @throws WorkLostError when the work is lost with a worker: the state may be half changed; DeviceLostError
   */
  run(program: Program): Promise<Uint32Array>;
  /**
   * An array of the state. Of `positions` these are the float32 values, without `remainders`, which vertices are off them by. It
   * may be the backend's own, which later programs change: copy what has to stay, and change nothing in it.
   */
  read<A extends StateArray>(name: A): Promise<State[A]>;
  /** Sets a whole array of the state, or its beginning; with `positions` the `remainders` become zero, so that vertices are exactly there. */
  write(name: StateArray, values: Float32Array | Uint32Array): Promise<void>;
  /** Keeps what a step starts from (STEP_STATE), for one program that starts from it. */
  checkpoint(): Promise<void>;
  /** Goes back to the last checkpoint; before the first one, to what the backend was made with. */
  restore(): Promise<void>;
  /** Milliseconds by clock since the last call. */
  takeTimes(): Promise<Record<StageClock, number>>;
  dispose(): Promise<void>;
}

/** The work was lost with a worker, and may be tried again from the checkpoint. */
export class WorkLostError extends Error {}

/** The device was lost, and the state with it: whatever this backend is asked for fails from now on. It takes a new one, on a new device. */
export class DeviceLostError extends Error {}

/** Tries of the same work when workers are lost under it. A third loss in a row is no accident. */
export const MAX_TRIES = 3;

/**
 * Runs work again that was lost with a worker. It has to start from what no earlier try changed.
 * @throws WorkLostError when it was lost MAX_TRIES times; any other error at once
 */
export async function retryLost<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkLostError) || tries === MAX_TRIES) throw error;
    }
  }
}
