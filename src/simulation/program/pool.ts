import type { Capacities } from '../capacities.ts';
import type { NamedArrays } from '../world/model.ts';
import type { ModelDataName } from '../model-data.ts';
import type { SimulationParameters } from '../parameters.ts';
import type { StageName } from '../stages.ts';
import type { State, StateArray } from '../state.ts';
import type { World } from '../world/world.ts';

/** One stage of a program, as it is sent to workers. */
export interface StageEntry {
  readonly stage: StageName;
  /** Number passed to the stage (StageUse.argument). */
  readonly argument?: number;
  /** Index in STAGE_CLOCKS of the clock that the stage's time is added to. */
  readonly clock: number;
}

/** Stages to run one after another, each split over all workers. */
export interface StageProgram {
  readonly parameters: SimulationParameters;
  readonly entries: readonly StageEntry[];
  /** Values of the state's counters before the first stage; undefined leaves them as they are. */
  readonly counters?: Uint32Array;
}

/** Maximum number of worker threads. No machine that we use has more cores. */
export const MAX_WORKERS = 64;

/** Workers that run stages and rebuild trees; implemented in src/workers. */
export interface Pool {
  readonly size: number;
  /** True if workers share the memory of `state` below. Otherwise they have copies, and `pull` and `push` move data. */
  readonly shared: boolean;
  readonly state: State;
  /**
   * The reason why the material's constraints are solved without SIMD, as a phrase. Undefined if SIMD or a GPU solves them, or if the pool
   * was opened without asking for SIMD.
   */
  readonly withoutSimd?: string | undefined;
  readonly world: World;
  /** Runs stages on all workers. @throws WorkLostError when a worker died; the pool has then replaced the worker */
  run(program: StageProgram): Promise<void>;
  /**
   * Lets workers compute the named model data (model-data.ts), if missing, and hands the data to the host and all workers.
   * @throws WorkLostError when a worker died; the pool has then replaced the worker
   */
  prepare(names: readonly ModelDataName[]): Promise<void>;
  /** Hands model data that were computed elsewhere to the host and all workers. @param data one entry per model of the world */
  provide(name: ModelDataName, data: readonly NamedArrays[]): Promise<void>;
  /**
   * Builds a body's three BVHs anew from the positions in the state's array `rebuildPositions`, when no program runs. The new leaf orders
   * are written to nextTetOrder, nextFaceOrder and nextEdgeOrder of the host's state.
   */
  rebuild(body: number): Promise<void>;
  /** Starts the requested rebuilds at once, even if a program runs. Call it before awaiting a rebuild, so that the wait is short. */
  hurryRebuilds(): void;
  /**
   * Replaces the state's lists by longer lists with the same contents, for the host and all workers.
   * @returns false if memory doesn't suffice; the lists are then unchanged
   */
  grow(capacities: Capacities): Promise<boolean>;
  /** Copies arrays from the workers' state to the host's. Does nothing if memory is shared. */
  pull(names: readonly StateArray[]): Promise<void>;
  /** Copies arrays from the host's state to the workers'. Does nothing if memory is shared. */
  push(names: readonly StateArray[]): Promise<void>;
  dispose(): Promise<void>;
}
