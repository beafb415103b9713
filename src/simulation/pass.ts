import type { Capacities } from './capacities.ts';
import type { ModelDataName } from './model-data.ts';
import type { StageClock } from './stage.ts';
import type { StageName } from './stages.ts';
import type { CounterName, StateArray } from './state.ts';
import type { World } from './world.ts';

/** A CPU stage and its argument. The stage is named by a string, so that modules which list passes needn't load the stages' code. */
export interface StageUse {
  readonly stage: StageName;
  /** Number handed to the stage, whose file says what it means. Default 0. */
  readonly argument?: number;
  /** Variant of the stage that assigns whole bodies to workers, with the same bits; used when there are enough bodies for all workers. */
  readonly byBody?: StageName;
}

/**
 * Slots of the buffer `indirect`: a dispatch over the queries, and one over them that runs only if a path overflowed. Kernels over
 * contacts use no indirect dispatch: each thread takes several contacts, so that an estimate of their number suffices, and Dawn
 * validates each indirect dispatch with a dispatch of its own.
 */
export const INDIRECT = { queries: 0, overflows: 1 } as const;

/** Threads per workgroup: two waves of the adapters with the widest waves; SwiftShader is equally fast with any. */
export const WORKGROUP_SIZE = 64;

/** One dispatch of a kernel, as plain data, so that this layer needs no GPU. Omitted numbers are 0. */
export interface Dispatch {
  /** The kernel's stem in src/gpu/kernels/kernels.ts. */
  readonly kernel: string;
  /** Number of elements; with 0 nothing is dispatched. */
  readonly count: number;
  readonly argument?: number;
  readonly colour?: number;
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

/** Counters and arrays as the last run of this program left them. They guide how work is split, never results. */
export interface Recalled {
  readonly counters: Uint32Array;
  readonly arrays: Readonly<Partial<Record<StateArray, Uint32Array>>>;
}

/** Inputs from which a pass derives the sizes of its dispatches. */
export interface Plan {
  readonly world: World;
  readonly capacities: Capacities;
  readonly counters: StartCounters;
  readonly last: Recalled | undefined;
}

/** The used parts of a list in an array: only these are copied between device and pool. */
export interface ListPart {
  readonly array: StateArray;
  /** @returns first word and end (exclusive) of each used range */
  runs(world: World, counters: Uint32Array): Iterable<readonly [first: number, end: number]>;
}

/** Elements that kernels can't finish because a list of fixed size overflowed; the pool finishes them. */
export interface LeftOver {
  /** Counter of these elements. */
  readonly counter: CounterName;
  /** Passes that finish them in the pool and write what the kernels would have written. */
  readonly passes: readonly Pass[];
  /** Lists that these passes read: only the used parts are fetched. */
  readonly lists: readonly ListPart[];
}

/**
 * A part of a step for both backends: CPU stages that run one after another, and the kernels that do the same on the GPU. The GPU
 * backend runs a pass without kernels in the pool, and copies the declared arrays between device and pool.
 */
export interface Pass {
  readonly name: string;
  /** Clock that its time is added to: a column of the recording. */
  readonly clock: StageClock;
  /** Arrays that it reads; `counters` if its stages use the lengths of lists (LENGTHS). */
  readonly reads: readonly StateArray[];
  readonly writes: readonly (StateArray | ListPart)[];
  /** Arrays with temporary data of its own stages; they are never copied between device and pool. */
  readonly scratch?: readonly StateArray[];
  /** `length` counters of the lists that it writes. */
  readonly lengths?: readonly CounterName[];
  /** Model data (model-data.ts) that its stages need. */
  readonly modelData?: readonly ModelDataName[];
  /** CPU stages; empty if only the kernels need this pass. */
  readonly stages: readonly StageUse[];
  readonly kernels?: (plan: Plan) => readonly Dispatch[];
  readonly leftOver?: LeftOver;
  /** Arrays whose final values are kept to plan the kernels of the next run. */
  readonly recalls?: readonly StateArray[];
}

/** Names of the model data that the passes' stages need, each once. */
export const modelDataOf = (passes: readonly Pass[]): ModelDataName[] => [
  ...new Set(passes.flatMap(({ modelData = [] }) => modelData)),
];

export const arrayOf = (written: StateArray | ListPart): StateArray =>
  typeof written === 'string' ? written : written.array;

/** The same passes, timed by another clock. */
export const onClock = (clock: StageClock, passes: readonly Pass[]): Pass[] =>
  passes.map((pass) => ({
    ...pass,
    clock,
    ...(pass.leftOver && { leftOver: { ...pass.leftOver, passes: onClock(clock, pass.leftOver.passes) } }),
  }));
