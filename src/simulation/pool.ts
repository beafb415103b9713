import type { Capacities } from './capacities.ts';
import type { ModelDataName } from './model-data.ts';
import type { SimulationParameters } from './parameters.ts';
import type { StageName } from './stages.ts';
import type { State, StateArray } from './state.ts';
import type { World } from './world.ts';

export interface StageEntry {
  readonly stage: StageName;
  /** Number handed to the stage, whose file says what it means. */
  readonly argument?: number;
  /** Index in STAGE_CLOCKS of the clock that its time is added to. */
  readonly clock: number;
}

/** Stages to run one after another, each split over all workers. */
export interface StageProgram {
  readonly parameters: SimulationParameters;
  readonly entries: readonly StageEntry[];
  /** Values of the state's counters before the first stage; undefined leaves them as they are. */
  readonly counters?: Uint32Array;
}

/** Maximum number of worker threads; no machine that we use has more. */
export const MAX_WORKERS = 64;

/** Workers that run stages and rebuild trees; implemented in src/workers. */
export interface Pool {
  readonly size: number;
  /** Whether workers share memory with `state` below. If not, they have copies, and `pull` and `push` move data. */
  readonly shared: boolean;
  readonly state: State;
  readonly world: World;
  /** Runs stages on all workers. @throws WorkLostError when a worker died; it has then been replaced */
  run(program: StageProgram): Promise<void>;
  /**
   * Lets workers compute missing model data (model-data.ts), and hands the data to the host and all workers.
   * @throws WorkLostError when a worker died; it has then been replaced
   */
  prepare(names: readonly ModelDataName[]): Promise<void>;
  /** Builds the orders of a body's three trees from rebuildPositions into next*Order of the host's state, while steps go on. */
  rebuild(body: number): Promise<void>;
  /** Rebuilds normally wait for idle workers; after this call they no longer do, because the caller waits for them. */
  hurryRebuilds(): void;
  /**
   * Replaces the state's lists by larger ones with the same contents, for the host and all workers.
   * @returns false if memory doesn't suffice: then nothing has changed
   */
  grow(capacities: Capacities): Promise<boolean>;
  /** `pull` copies arrays from the workers' state to the host's, `push` back. Neither copies if memory is shared. */
  pull(names: readonly StateArray[]): Promise<void>;
  push(names: readonly StateArray[]): Promise<void>;
  dispose(): Promise<void>;
}
