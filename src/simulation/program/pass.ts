import type { Capacities } from '../capacities.ts';
import type { ModelDataName } from '../model-data.ts';
import type { StageClock } from './stage.ts';
import type { StageName } from '../stages.ts';
import type { CounterName, StateArray } from '../state.ts';
import type { World } from '../world/world.ts';

/** A CPU stage with its argument. A string names the stage, so that a module that lists passes needn't load the stages' code. */
export interface StageUse {
  readonly stage: StageName;
  /** Number passed to the stage; the stage's documentation says what the number means. Default 0. */
  readonly argument?: number;
  /**
   * Variant of the stage that assigns whole bodies to workers. Its results have the same bits. The CPU backend uses the variant if there
   * are enough bodies for all workers.
   */
  readonly byBody?: StageName;
}

/**
 * Slots of the buffer `indirect`, which holds the workgroup counts of indirect dispatches. Both slots are for dispatches over all queries,
 * but the count in `overflows` is 0 unless a query's lists overflowed. Kernels over contacts use ordinary dispatches instead, since Dawn
 * validates each indirect dispatch with a further dispatch. A thread of such a kernel handles several contacts if needed, so an estimate of
 * the number of contacts suffices.
 */
export const INDIRECT = { queries: 0, overflows: 1 } as const;

/**
 * Number of threads per workgroup: two waves (subgroups) on the adapters with the widest waves. SwiftShader is equally fast with any
 * number.
 */
export const WORKGROUP_SIZE = 64;
/**
 * Number of threads of the workgroups that do alone what else takes a row of dispatches, with barriers in between: the most that every
 * WebGPU device has (maxComputeInvocationsPerWorkgroup).
 */
export const LARGEST_WORKGROUP = 256;

/** One dispatch of a kernel, as plain data, so that this layer needs no GPU. Omitted numbers are 0. */
export interface Dispatch {
  /** Name of the kernel in src/gpu/kernels/kernels.ts. */
  readonly kernel: string;
  /** Number of elements (threads that do work). If it is 0, nothing is dispatched. */
  readonly count: number;
  readonly argument?: number;
  readonly colour?: number;
  readonly colourCount?: number;
  /** Index of the model whose constraints are solved. */
  readonly model?: number;
  readonly batchBegin?: number;
  readonly batchSize?: number;
  readonly firstBody?: number;
  readonly bodyCount?: number;
  /** Slot of INDIRECT that holds the number of workgroups; `count` is then an upper bound. */
  readonly indirect?: number;
}

/** Counters that the host sets before a program runs; all others start at 0. */
export type StartCounters = Readonly<Partial<Record<CounterName, number>>>;

/** Counters and arrays as the last run of the same program left them. They may decide how work is split, but never results. */
export interface PreviousRun {
  readonly counters: Uint32Array;
  readonly arrays: Readonly<Partial<Record<StateArray, Uint32Array>>>;
}

/** Inputs from which a pass derives the sizes of its dispatches. */
export interface Plan {
  readonly world: World;
  readonly capacities: Capacities;
  readonly counters: StartCounters;
  readonly last: PreviousRun | undefined;
}

/** A list in an array, of which only the used ranges are copied between device and pool. */
export interface ListPart {
  readonly array: StateArray;
  /** Yields first word and end (exclusive) of each used range. */
  usedRanges(world: World, counters: Uint32Array): Iterable<readonly [first: number, end: number]>;
}

/** Elements that a pass's kernels could not finish because a list of fixed size overflowed. The worker pool finishes them. */
export interface LeftOver {
  /** Counter that holds the number of these elements. */
  readonly counter: CounterName;
  /** Passes that finish these elements in the pool. They write the same arrays as the kernels. */
  readonly passes: readonly Pass[];
  /** Lists that `passes` read. Only their used ranges are copied from the device. */
  readonly lists: readonly ListPart[];
}

/**
 * A part of a program for both backends: CPU stages that run one after another, and the kernels that do the same on the GPU. If a pass
 * has no kernels, the GPU backend runs its stages in the worker pool and copies the arrays in `reads` and `writes` between device and pool.
 */
export interface Pass {
  readonly name: string;
  /** Clock that the pass's time is added to. Each clock is a column of a recording. */
  readonly clock: StageClock;
  /** Arrays that the pass reads. They include `counters` if the stages use list lengths (LENGTHS in counters.ts). */
  readonly reads: readonly StateArray[];
  readonly writes: readonly (StateArray | ListPart)[];
  /** Arrays that hold temporary data of the pass's stages; never copied between device and pool. */
  readonly scratch?: readonly StateArray[];
  /** Counters of the kind `length` that the pass sets: lengths of the lists that it writes. */
  readonly lengths?: readonly CounterName[];
  /** Model data (model-data.ts) that the pass's stages need. */
  readonly modelData?: readonly ModelDataName[];
  /** CPU stages; empty if the CPU backend has nothing to do in this pass. */
  readonly stages: readonly StageUse[];
  /** Returns the dispatches of the pass's kernels. */
  readonly kernels?: (plan: Plan) => readonly Dispatch[];
  readonly leftOver?: LeftOver;
  /** Arrays whose final values the GPU backend keeps, to plan the kernels of the next run (PreviousRun.arrays). */
  readonly recalls?: readonly StateArray[];
}

/** Returns the names of the model data that the passes' stages need, each name once. */
export const modelDataOf = (passes: readonly Pass[]): ModelDataName[] => [
  ...new Set(passes.flatMap(({ modelData = [] }) => modelData)),
];

export const arrayOf = (written: StateArray | ListPart): StateArray =>
  typeof written === 'string' ? written : written.array;

/** Returns copies of passes that are timed by another clock. */
export const onClock = (clock: StageClock, passes: readonly Pass[]): Pass[] =>
  passes.map((pass) => ({
    ...pass,
    clock,
    ...(pass.leftOver && { leftOver: { ...pass.leftOver, passes: onClock(clock, pass.leftOver.passes) } }),
  }));
