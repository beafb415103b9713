import type { Capacities } from './capacities.ts';
import type { ModelDataName } from './model-data.ts';
import type { StageClock } from './stage.ts';
import type { StageName } from './stages.ts';
import type { CounterName, StateArray } from './state.ts';
import type { World } from './world.ts';

/** A CPU stage by its name, so that whoever lists passes needn't load what only workers run; and what it is asked to do. */
export interface StageUse {
  readonly stage: StageName;
  /** The stage's own file says what it means. Default 0. */
  readonly argument?: number;
  /** The same work with bodies shared out whole, to the same bits: taken where bodies fill all workers. */
  readonly byBody?: StageName;
}

/**
 * Slots of the buffer `indirect`: a dispatch over the queries; one over them only where a path overflowed. (Of contacts threads
 * take several each, so that a guess of their number does: Dawn checks each indirect dispatch by one of its own.)
 */
export const INDIRECT = { queries: 0, overflows: 1 } as const;

/** Threads per workgroup: two waves of the widest adapters, and SwiftShader doesn't care. */
export const WORKGROUP_SIZE = 64;

/** One dispatch of a kernel: data, so that this layer needs no GPU. Numbers that are left out are 0. */
export interface Dispatch {
  /** The kernel's stem in src/gpu/kernels/kernels.ts. */
  readonly kernel: string;
  /** Elements. None where 0. */
  readonly count: number;
  readonly argument?: number;
  readonly colour?: number;
  /** Index of the model whose constraints these are. */
  readonly model?: number;
  readonly batchBegin?: number;
  readonly batchSize?: number;
  readonly firstBody?: number;
  readonly bodyCount?: number;
  /** Slot of INDIRECT that holds the number of workgroups; `count` bounds the elements. */
  readonly indirect?: number;
}

/** Counters that the host knows before a program runs; the others start from 0. */
export type StartCounters = Readonly<Partial<Record<CounterName, number>>>;

/** Counters and arrays as the last run of this program left them. They guide how work is cut, never results. */
export interface Recalled {
  readonly counters: Uint32Array;
  readonly arrays: Readonly<Partial<Record<StateArray, Uint32Array>>>;
}

/** The sizes that dispatches are made by. */
export interface Plan {
  readonly world: World;
  readonly capacities: Capacities;
  readonly counters: StartCounters;
  readonly last: Recalled | undefined;
}

/** A list in an array, of which only what its counter tells travels. */
export interface ListPart {
  readonly array: StateArray;
  /** @returns first and end, in words, of each run */
  runs(world: World, counters: Uint32Array): Iterable<readonly [first: number, end: number]>;
}

/** Elements that kernels can't finish, since a list of fixed size overflows: the pool does. */
export interface LeftOver {
  /** Counts them. */
  readonly counter: CounterName;
  /** Finish them in the pool, and write what the kernels should have written. */
  readonly passes: readonly Pass[];
  /** Lists among what they read: only these parts of them are fetched. */
  readonly lists: readonly ListPart[];
}

/**
 * A part of a step, for both backends: its CPU stages, one after another, and the kernels that are their twins. The GPU backend
 * runs a pass without kernels in the pool, and moves the arrays between device and pool that the declarations name.
 */
export interface Pass {
  readonly name: string;
  /** The column of the record that its time goes to. */
  readonly clock: StageClock;
  /** `counters`: its stages ask for the lengths of lists (LENGTHS). */
  readonly reads: readonly StateArray[];
  readonly writes: readonly (StateArray | ListPart)[];
  /** Arrays that its stages alone know how to read: they mean nothing elsewhere, and never travel. */
  readonly scratch?: readonly StateArray[];
  /** Counters that are lengths of lists that it writes. */
  readonly lengths?: readonly CounterName[];
  /** Data of models that its stages look up, beside those that every model has. */
  readonly modelData?: readonly ModelDataName[];
  /** None where only kernels need what it does. */
  readonly stages: readonly StageUse[];
  readonly kernels?: (plan: Plan) => readonly Dispatch[];
  readonly leftOver?: LeftOver;
  /** Arrays whose values at the end of a run guide its next run's kernels. */
  readonly recalls?: readonly StateArray[];
}

/** Data of models that the passes' stages look up, each name once. */
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
