import type { Capacities } from './capacities.ts';
import type { ModelDataName } from './model-data.ts';
import type { SimulationParameters } from './parameters.ts';
import type { StageName } from './stages.ts';
import type { State, StateArray } from './state.ts';
import type { World } from './world.ts';

export interface StageEntry {
  readonly stage: StageName;
  /** What the stage is asked to do; its own file says. */
  readonly argument?: number;
  /** Index in STAGE_CLOCKS that its time is added to. */
  readonly clock: number;
}

/** Stages to run one after another, each split over all workers. */
export interface StageProgram {
  readonly parameters: SimulationParameters;
  readonly entries: readonly StageEntry[];
  /** The state's counters before the first stage; undefined: they stay. */
  readonly counters?: Uint32Array;
}

/** More worker threads than this no machine of ours has. */
export const MAX_WORKERS = 64;

/** Workers that run stages and rebuild trees. Implemented in workers/. */
export interface Pool {
  readonly size: number;
  /** The state below is the workers' own memory; without it they keep copies, and read and write move data. */
  readonly shared: boolean;
  readonly state: State;
  readonly world: World;
  /** Runs stages on all workers. @throws WorkLostError when a worker died; it has been replaced. */
  run(program: StageProgram): Promise<void>;
  /**
   * Makes data of the world's models that are missing, in workers, for host and workers.
   * @throws WorkLostError when a worker died; it has been replaced
   */
  prepare(names: readonly ModelDataName[]): Promise<void>;
  /** Builds the orders of a body's three trees from rebuildPositions into next*Order, beside the steps; the host's state then has them, too. */
  rebuild(body: number): Promise<void>;
  /** Rebuilds wait for idle workers; after this call no longer, since somebody waits for them. */
  hurryRebuilds(): void;
  /**
   * Replaces the state's lists by larger ones, with what they held, for host and workers.
   * @returns false where there is no memory for them: then all stays as it is
   */
  grow(capacities: Capacities): Promise<boolean>;
  /** Makes the host's state hold what the workers' does, and the reverse. No copies where memory is shared. */
  pull(names: readonly StateArray[]): Promise<void>;
  push(names: readonly StateArray[]): Promise<void>;
  dispose(): Promise<void>;
}
