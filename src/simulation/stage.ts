import type { SimulationParameters } from './parameters.ts';
import type { Scratch } from './scratch.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

/** World, state, parameters and scratch that a stage works on. Each worker has one; world and state are shared. */
export interface Context {
  readonly world: World;
  readonly state: State;
  parameters: SimulationParameters;
  /** The argument of the running entry. */
  argument: number;
  readonly workerCount: number;
  readonly scratch: Scratch;
}

/**
 * One parallel loop of the CPU backend: the twin of a kernel. Phases follow one another with a barrier
 * between them; the elements of a phase are independent, so results don't depend on who runs which.
 */
export interface Stage {
  /** Default 1. */
  phases?(context: Context): number;
  count(context: Context, phase: number): number;
  run(context: Context, begin: number, end: number, phase: number): void;
  /**
   * Elements that a worker takes at a time where their costs differ or are large: up to so many run on one worker. By default
   * each worker takes an equal part, and up to SMALL_PHASE elements run on one.
   */
  readonly chunk?: number;
}

/** Counts a value of a counter of the kind `greatest`: an atomic maximum. */
export function raise(counters: Uint32Array, counter: number, value: number): void {
  let known = Atomics.load(counters, counter);
  while (known < value) {
    const seen = Atomics.compareExchange(counters, counter, known, value);
    if (seen === known) return;
    known = seen;
  }
}

/** Counts a value of a counter of the kind `least`: an atomic minimum in which 0 stands for nothing yet. */
export function lower(counters: Uint32Array, counter: number, value: number): void {
  let known = Atomics.load(counters, counter);
  while (known === 0 || value < known) {
    const seen = Atomics.compareExchange(counters, counter, known, value);
    if (seen === known) return;
    known = seen;
  }
}

/** Clocks that stages are timed by: the columns of the record. */
export const STAGE_CLOCKS = ['solve', 'refit', 'dcd', 'path', 'ccd', 'projection', 'readback', 'measuring'] as const;
export type StageClock = (typeof STAGE_CLOCKS)[number];
