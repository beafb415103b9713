import { transfer } from 'comlink';
import type { Capacities } from '../simulation/capacities.ts';
import { BrokenBarrierError } from '../simulation/barrier.ts';
import type { OrderScratch } from '../simulation/detect/scratch.ts';
import type { NamedArrays } from '../simulation/model.ts';
import type { ModelDataTable } from '../simulation/model-data.ts';
import type { StageProgram } from '../simulation/pool.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { createTeam, runProgram, type StageTable, type Team } from '../simulation/run-program.ts';
import type { Context } from '../simulation/stage.ts';
import { adoptArrays, allocateState, growState, type State, type StateArray } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { buffersOf, copyIn, copyOut, type StateBytes } from './state-bytes.ts';
import { createScratch } from '../simulation/scratch.ts';

/** The place of a worker in its pool: the world and state that it works on, its index and the number of workers. */
export interface PoolPlace {
  readonly world: World;
  /** Shared memory; undefined where the worker is alone and has a state of its own, with lists of these capacities. */
  readonly state?: State;
  readonly capacities?: Capacities;
  /** Until the first program says its own: the table of all parameters stays with the host, whose page has it. */
  readonly parameters: SimulationParameters;
  readonly index: number;
  readonly size: number;
  /** TEAM_WORDS of shared memory; undefined where the worker is alone. */
  readonly teamWords: Int32Array | undefined;
}

const ownMemory = (bytes: number): ArrayBuffer => new ArrayBuffer(bytes);

export type RebuildBody = (world: World, state: State, body: number, build: OrderScratch) => void;

/** The worker's side of a pool: what its thread answers to. Decides nothing; the host does. */
export class PoolWorker {
  private context: Context | undefined;
  private team: Team | undefined;
  private index = 0;

  constructor(
    private readonly stages: StageTable,
    private readonly rebuildBody: RebuildBody,
    private readonly modelData: ModelDataTable,
  ) {}

  attach({ world, state, capacities, parameters, index, size, teamWords }: PoolPlace): void {
    this.index = index;
    this.team = teamWords && createTeam(teamWords, size);
    this.context = {
      world,
      state: state ?? allocateState(world, ownMemory, capacities),
      parameters,
      argument: 0,
      workerCount: size,
      scratch: createScratch(),
    };
  }

  /** Makes the lists of a state of its own larger. @returns false where there is no memory for them */
  grow(capacities: Capacities): boolean {
    const { world, state } = this.attached();
    try {
      growState(world, state, capacities, ownMemory);
      return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return false;
    }
  }

  /** Takes larger lists in shared memory in place of those before. */
  adopt(arrays: Partial<State>, capacities: Capacities): void {
    adoptArrays(this.attached().state, arrays, capacities);
  }

  /** @returns false where another worker died or failed and this one was sent home */
  run(program: StageProgram): boolean {
    try {
      runProgram(this.attached(), program, this.stages, this.index, this.team);
      return true;
    } catch (error) {
      if (error instanceof BrokenBarrierError) return false;
      this.team?.barrier.breakUp();
      throw error;
    }
  }

  rebuild(body: number): void {
    const { world, state, scratch } = this.attached();
    this.rebuildBody(world, state, body, scratch.detect.build);
  }

  /** Makes data of a model by its place in the world. */
  make(name: string, model: number): NamedArrays {
    return this.modelData[name](this.attached().world.models[model]);
  }

  /** Takes what was made of the models, by their places. */
  adoptMade(name: string, made: readonly NamedArrays[]): void {
    const { models } = this.attached().world;
    made.forEach((arrays, i) => {
      models[i].made[name] = arrays;
    });
  }

  read(names: readonly StateArray[]): StateBytes {
    const bytes = copyOut(this.attached().state, names);
    return transfer(bytes, buffersOf(bytes));
  }

  write(bytes: StateBytes): void {
    copyIn(this.attached().state, bytes);
  }

  private attached(): Context {
    if (!this.context) throw new Error('the worker was not attached to a state');
    return this.context;
  }
}
