import type { Pool } from './program/pool.ts';
import type { Program } from './program/program.ts';
import type { StageClock } from './program/stage.ts';
import type { State, StateArray } from './state.ts';
import type { World } from './world/world.ts';

/** Data that a device has sent back to the host. */
export interface Readback {
  readonly bytes: number;
  /** Number of times that the host waited for such data. */
  readonly waits: number;
}

/**
 * Executor of programs on a world's state. A backend handles passes, arrays and counters only. It does not know steps, collision
 * modes or materials: those are in the features that supply the passes.
 */
export interface Backend {
  readonly kind: 'cpu' | 'gpu';
  /** Name of the GPU adapter or of the processor, for recordings. */
  readonly adapter: string;
  readonly world: World;
  /** Worker pool: runs passes that have no kernel, and rebuilds trees while programs run. */
  readonly pool: Pool;
  /** Data that the device has sent back so far; missing if there is no device. */
  readonly readback?: Readback;

  /**
   * Runs all passes of a program in order. If lists of the state were too short, those for which there is memory are lengthened to
   * at least what the program needed, and the program runs again. If no list can be lengthened, the program is not repeated.
   * @returns the program's counters, indexed by COUNTERS; zeros if the program counts nothing
   * @throws WorkLostError when a worker died: the program may have changed the state in part
   * @throws DeviceLostError when the GPU device is lost
   */
  run(program: Program): Promise<Uint32Array>;
  /** Tests whether a program can run without the host: on a device, if all of its passes have kernels. */
  runsAlone(program: Program): boolean;
  /**
   * Runs programs that run alone one after another, so that the host waits for the device only once. It takes no checkpoint, and there is
   * none any more afterwards.
   * @returns the counters of the first programs, as many as hold. Those after them have to be run by `run`, since they need the host after
   * all: for work in the pool, for longer lists, or because their results are invalid (Program.invalidIf). The arrays that a step starts
   * from are then as the returned programs leave them
   * @throws DeviceLostError when the GPU device is lost
   */
  runTogether(programs: readonly Program[]): Promise<readonly Uint32Array[]>;
  /**
   * Reads an array of the state. `positions` are the float32 values; a vertex's full position is `positions` + `remainders`. The
   * returned array may be the backend's own memory: never write into it, and copy values that you need after the next program.
   */
  read<A extends StateArray>(name: A): Promise<State[A]>;
  /** Writes a whole array of the state, or its beginning. Writing `positions` sets `remainders` to 0, so that the positions are exact. */
  write(name: StateArray, values: Float32Array | Uint32Array): Promise<void>;
  /** Saves the arrays that a step starts from (keptArrays in state.ts), so that `restore` can undo a step. */
  checkpoint(): Promise<void>;
  /** Restores the last checkpoint, or the initial state if there is none yet. */
  restore(): Promise<void>;
  /** Returns, for each stage clock (solve, ccd, path, ...), the time that it measured since the last call [ms]. */
  takeTimes(): Promise<Record<StageClock, number>>;
  dispose(): Promise<void>;
}

/** Thrown when work was lost because a worker died. The caller may repeat the work from the checkpoint. */
export class WorkLostError extends Error {}

/**
 * Thrown when the GPU device is lost, and the state with it. Every later call of this backend fails: open a new backend on a new device.
 */
export class DeviceLostError extends Error {}

/** Maximum number of tries in retryLost. If workers die in three tries in a row, another try would hardly succeed. */
export const MAX_TRIES = 3;

/**
 * Runs work. If a worker dies, repeats the work, which must therefore not depend on data that an unfinished try may have changed.
 * @throws WorkLostError after MAX_TRIES losses; any other error at once
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
