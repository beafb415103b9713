import type { SimulationParameters } from './parameters.ts';
import type { Scratch } from './scratch.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

/** World, state, parameters and scratch that a stage works on. Each worker has its own; world and state are shared. */
export interface Context {
  readonly world: World;
  readonly state: State;
  parameters: SimulationParameters;
  /** Argument of the current entry (StageUse.argument). */
  argument: number;
  readonly scratch: Scratch;
}

/**
 * One parallel loop of the CPU backend: the twin of a kernel. Its phases run one after another, with a barrier between them. The
 * elements of a phase are independent, so results don't depend on which worker runs which.
 */
export interface Stage {
  /** Number of phases; default 1. */
  phases?(context: Context): number;
  count(context: Context, phase: number): number;
  run(context: Context, begin: number, end: number, phase: number): void;
  /**
   * Number of elements that a worker takes at a time, for elements of large or uneven cost; a phase with no more elements runs on one
   * worker. By default each worker takes an equal part, and a phase of up to SMALL_PHASE elements runs on one.
   */
  readonly chunk?: number;
}

/** Raises a counter of the kind `greatest` to at least `value`: an atomic maximum. */
export function raise(counters: Uint32Array, counter: number, value: number): void {
  let known = Atomics.load(counters, counter);
  while (known < value) {
    const seen = Atomics.compareExchange(counters, counter, known, value);
    if (seen === known) return;
    known = seen;
  }
}

/** Lowers a counter of the kind `least` to at most `value`: an atomic minimum in which 0 means that there is no value yet. */
export function lower(counters: Uint32Array, counter: number, value: number): void {
  let known = Atomics.load(counters, counter);
  while (known === 0 || value < known) {
    const seen = Atomics.compareExchange(counters, counter, known, value);
    if (seen === known) return;
    known = seen;
  }
}

/** Clocks that stages are timed by: the time columns of a recording. */
export const STAGE_CLOCKS = ['solve', 'refit', 'dcd', 'path', 'ccd', 'projection', 'readback', 'measuring'] as const;
export type StageClock = (typeof STAGE_CLOCKS)[number];

/** First element of part `part` when `count` elements are split into `size` nearly equal parts. */
export const partBegin = (count: number, part: number, size: number): number => Math.floor((count * part) / size);
