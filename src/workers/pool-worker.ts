import { transfer } from 'comlink';
import type { Capacities } from '../simulation/capacities.ts';
import { BrokenBarrierError } from '../simulation/program/barrier.ts';
import type { Kernels } from '../simulation/program/kernels.ts';
import type { OrderScratch } from '../simulation/detect/scratch.ts';
import type { NamedArrays } from '../simulation/world/model.ts';
import type { LatePartSource } from '../simulation/late-parts.ts';
import type { ModelDataTable } from '../simulation/model-data.ts';
import type { StageProgram } from '../simulation/program/pool.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { createTeam, runProgram, type StageTable, type Team } from '../simulation/program/run-program.ts';
import type { Context } from '../simulation/program/stage.ts';
import type { State, StateArray } from '../simulation/state.ts';
import { adoptArrays, allocateState, growState } from '../simulation/state-memory.ts';
import type { World } from '../simulation/world/world.ts';
import { buffersOf, copyIn, copyOut, type StateBytes } from './state-bytes.ts';
import { createScratch } from '../simulation/scratch.ts';
import { BOX_KERNELS } from './box-kernels.ts';
import { instantiate, type ThreadKernels } from './instantiate.ts';
import { KernelMemory, type WithoutSimd } from './simd.ts';

/** Setup of a worker: its world, its state, and its index in the team, that is, among the workers of the pool. */
export interface WorkerSetup {
  readonly world: World;
  /** State in shared memory. Undefined if the worker has its own memory; then the worker allocates its state. */
  readonly state?: State;
  /** Lengths of the lists in a state that the worker allocates. */
  readonly capacities?: Capacities;
  /** The SIMD kernels. Undefined if kernels run in TypeScript. */
  readonly module?: WebAssembly.Module;
  /** Memory of the SIMD kernels, if it is shared, with the arrays of `world` and `state` in it. */
  readonly memory?: WebAssembly.Memory;
  /** The worker's one of KernelMemory.searches. */
  readonly searchNodes?: Uint32Array | undefined;
  /**
   * Parameters that apply until the first program sets others. The host sends them, so that workers needn't load the table of parameters.
   */
  readonly parameters: SimulationParameters;
  /** Index of the worker in the team. */
  readonly index: number;
  /** Number of workers in the team. */
  readonly size: number;
  /** The team's barrier and progress in shared memory, an array of length TEAM_WORDS. Undefined if there is only one worker. */
  readonly teamWords: Int32Array | undefined;
}

type SetupInMemory = Pick<WorkerSetup, 'world' | 'capacities' | 'module' | 'memory' | 'searchNodes'>;

const allocate = (bytes: number): ArrayBuffer => new ArrayBuffer(bytes);

/** A function that computes new orders of the primitives in the leaves of a body's trees (simulation/detect/rebuild.ts). */
export type RebuildBody = (world: World, state: State, body: number, build: OrderScratch) => void;

/** The part of a pool that runs in a worker: methods that the host (the thread that started the worker) calls. */
export class PoolWorker {
  private context: Context | undefined;
  private team: Team | undefined;
  private index = 0;
  private hasAllKernels = false;

  /**
   * @param stages functions of the CPU stages, by name
   * @param modelData functions that build the kinds of model data, by name
   * @param fetchKernels gives the kernels in TypeScript, for a worker without SIMD that solves a material
   * @param late parts with further ones, which the worker fetches before it first needs them
   */
  constructor(
    private stages: StageTable,
    private readonly rebuildBody: RebuildBody,
    private modelData: ModelDataTable,
    private readonly fetchKernels: () => Promise<Kernels>,
    private readonly late: readonly LatePartSource[] = [],
  ) {}

  /**
   * Stores the world and the state on which all later calls work.
   * @returns the reason if the worker has SIMD kernels, but no memory for their arrays
   */
  attach({ parameters, index, size, teamWords, ...setup }: WorkerSetup): WithoutSimd | undefined {
    this.index = index;
    this.team = teamWords && createTeam(teamWords, size);
    const { withoutSimd, simd, ...memory } = setup.state ? sharedMemory(setup, setup.state) : ownMemory(setup);
    this.hasAllKernels = simd !== undefined;
    // The others are fetched before a stage needs them.
    const kernels = simd?.kernels ?? (BOX_KERNELS as Kernels);
    this.context = { ...memory, parameters, argument: 0, scratch: createScratch(simd?.search), kernels };
    return withoutSimd;
  }

  /** Enlarges the lists of a state that the worker allocated. @returns false if there isn't enough memory */
  grow(capacities: Capacities): boolean {
    const { world, state } = this.attachedContext();
    try {
      growState(world, state, capacities, allocate);
      return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return false;
    }
  }

  /** Replaces lists of the state by larger lists, which lie in shared memory. */
  adopt(arrays: Partial<State>, capacities: Capacities): void {
    adoptArrays(this.attachedContext().state, arrays, capacities);
  }

  /** Runs this worker's part of a program. @returns false if the program was stopped because another worker died or failed */
  async run(program: StageProgram): Promise<boolean> {
    try {
      const { entries } = program;
      // By index: in an async function, V8 allocates an object per element of a loop over the list.
      for (let i = 0; i < entries.length; i++) {
        const { stage } = entries[i];
        if (!this.stages[stage]) await this.fetchPart(stage);
        if (!this.hasAllKernels && this.stages[stage].solvesMaterial) await this.fetchAllKernels();
      }
      runProgram(this.attachedContext(), program, this.stages, this.index, this.team);
      return true;
    } catch (error) {
      if (error instanceof BrokenBarrierError) return false;
      this.team?.barrier.breakUp();
      throw error;
    }
  }

  /** Computes new orders of primitives for the trees of a body. */
  rebuild(body: number): void {
    const { world, state, scratch } = this.attachedContext();
    this.rebuildBody(world, state, body, scratch.detect.build);
  }

  /** Fetches the kernels in TypeScript: SIMD is missing, and a device doesn't run the material's stages either. */
  private async fetchAllKernels(): Promise<void> {
    this.context = { ...this.attachedContext(), kernels: await this.fetchKernels() };
    this.hasAllKernels = true;
  }

  /** Fetches the part that has a stage or a kind of model data. */
  private async fetchPart(name: string): Promise<void> {
    const source = this.late.find(({ names }) => names.includes(name));
    if (!source) throw new Error(`found no stage or model data named ${name}`);
    const { stages, modelData } = await source.fetch();
    this.stages = { ...this.stages, ...stages };
    this.modelData = { ...this.modelData, ...modelData };
  }

  /** Builds one kind of model data (simulation/model-data.ts) for one model. @param model index of the model in the world */
  async buildModelData(name: string, model: number): Promise<NamedArrays> {
    if (!this.modelData[name]) await this.fetchPart(name);
    return this.modelData[name](this.attachedContext().world.models[model]);
  }

  /** Stores one kind of model data for all models. @param data one entry per model of the world */
  adoptModelData(name: string, data: readonly NamedArrays[]): void {
    const { models } = this.attachedContext().world;
    data.forEach((arrays, i) => {
      models[i].modelData[name] = arrays;
    });
  }

  /** Returns copies of arrays of the state. */
  read(names: readonly StateArray[]): StateBytes {
    const bytes = copyOut(this.attachedContext().state, names);
    return transfer(bytes, buffersOf(bytes));
  }

  /** Overwrites arrays of the state. */
  write(bytes: StateBytes): void {
    copyIn(this.attachedContext().state, bytes);
  }

  private attachedContext(): Context {
    if (!this.context) throw new Error('the worker has no world yet, expected a call of attach first');
    return this.context;
  }
}

interface WorkersMemory extends Pick<Context, 'world' | 'state'> {
  readonly simd?: ThreadKernels;
  readonly withoutSimd?: WithoutSimd;
}

const sharedMemory = ({ world, module, memory, searchNodes }: SetupInMemory, state: State): WorkersMemory => ({
  world,
  state,
  ...(module && memory && { simd: instantiate({ module, memory }, searchNodes) }),
});

/** Allocates a worker's own state. What SIMD kernels use lies in their memory, if there is room for one. */
function ownMemory({ world, module, capacities }: SetupInMemory): WorkersMemory {
  const simd = module && KernelMemory.open(world, module, false);
  if (simd instanceof KernelMemory)
    return {
      world: simd.adopt(world),
      state: allocateState(world, simd.forState(allocate), capacities),
      simd: instantiate(simd, simd.searches[0]),
    };
  return {
    world,
    state: allocateState(world, allocate, capacities),
    ...(simd !== undefined && { withoutSimd: simd }),
  };
}
