import type { SimulationParameters } from '../parameters.ts';
import type { Scratch } from '../scratch.ts';
import type { State } from '../state.ts';
import type { World } from '../world/world.ts';
import type { Kernels } from './kernels.ts';

/** World, state, parameters and scratch memory that a stage works on. Each worker has its own Context; workers share world and state. */
export interface Context {
  readonly world: World;
  readonly state: State;
  parameters: SimulationParameters;
  /** Argument of the stage that runs now (StageUse.argument). */
  argument: number;
  readonly scratch: Scratch;
  /** SIMD kernels, if the arrays lie in their memory; else TYPESCRIPT_KERNELS. */
  readonly kernels: Kernels;
}

/**
 * One parallel loop of the CPU backend, as a kernel is on the GPU. The phases of a stage run one after another, with a barrier between
 * them. The elements of a phase are independent, so results don't depend on which worker runs which elements.
 */
export interface Stage {
  /** Number of phases; default 1. */
  phases?(context: Context): number;
  /** Returns the number of elements of a phase. */
  count(context: Context, phase: number): number;
  /** Handles the elements from `begin` up to, not including, `end`. */
  run(context: Context, begin: number, end: number, phase: number): void;
  /**
   * Number of elements that a worker takes at a time. Stages set it if their elements cost much or unequal time. A phase of at most this
   * many elements runs on one worker. Without `chunk`, each worker takes an equal part, and a phase of at most SMALL_PHASE elements
   * (run-program.ts) runs on one worker.
   */
  readonly chunk?: number;
  /** Whether it calls kernels other than those of boxes. A worker without SIMD fetches them before the stage first runs. */
  readonly solvesMaterial?: boolean;
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

/** Names of the clocks that measure stages' times. Each clock is a time column of a recording. */
export const STAGE_CLOCKS = [
  'solve',
  'refit',
  'dcd',
  'path',
  'ccd',
  'projection',
  'air',
  'flips',
  'walks',
  'readback',
  'measuring',
] as const;
export type StageClock = (typeof STAGE_CLOCKS)[number];

/** Returns the first element of part `part` if `count` elements are split into `size` nearly equal parts. */
export const partBegin = (count: number, part: number, size: number): number => Math.floor((count * part) / size);
