import { type Backend, WorkLostError } from '../simulation/backend.ts';
import { readCapacities } from '../simulation/capacities.ts';
import { GrowingLists } from '../simulation/growing-lists.ts';
import type { ModelDataName } from '../simulation/model-data.ts';
import { modelDataOf, type Pass } from '../simulation/program/pass.ts';
import type { Pool, StageEntry } from '../simulation/program/pool.ts';
import { type Program, stageEntries, startCounters } from '../simulation/program/program.ts';
import { fillsWorkers } from '../simulation/constraints/elastic/batch.ts';
import { STAGE_CLOCKS, type StageClock } from '../simulation/program/stage.ts';
import { type KeptArray, keptArrays, type State, type StateArray } from '../simulation/state.ts';
import { setArray } from '../simulation/state-memory.ts';

/** A list of passes, compiled for the pool: the stages to run, and the names of the model data that these stages read. */
interface CompiledPasses {
  readonly entries: readonly StageEntry[];
  readonly modelData: readonly ModelDataName[];
}

/** A backend that runs the stages of programs on the workers of a pool. Each worker gets one message per program. */
export class CpuBackend implements Backend {
  readonly kind = 'cpu';
  private readonly state: State;
  /** Names of the arrays that the host (the calling thread) wrote after the last push. A worker with its own memory lacks their values. */
  private readonly unsentArrays = new Set<StateArray>();
  /**
   * The checkpoint: copies of the arrays that `restore` writes back. The state's own copies of some arrays (STEP_START) don't suffice for
   * this: if a worker dies while it writes such a copy, the copy is incomplete.
   */
  private readonly checkpointArrays = new Map<KeptArray, Float32Array | Uint32Array>();
  /** Values of the stage clocks at the last call of `takeTimes` [ms]. */
  private readonly lastTimes: Float64Array;
  /** Whether each worker solves whole bodies: true if there are enough bodies to keep all workers busy (fillsWorkers). */
  private readonly wholeBodies: boolean;
  /** Cache of compiled passes. All steps use the same list of passes. */
  private readonly compiledPasses = new WeakMap<readonly Pass[], CompiledPasses>();
  /** Enlarges lists of the state that overflow. */
  private readonly lists: GrowingLists;

  /** @param adapter the processor's name, for recordings */
  constructor(
    readonly pool: Pool,
    readonly adapter: string,
  ) {
    this.state = pool.state;
    this.saveCheckpoint();
    this.lastTimes = this.state.stageTimes.slice();
    this.wholeBodies = fillsWorkers(pool.world, pool.size);
    this.lists = new GrowingLists(pool.world, (capacities) => pool.grow(capacities));
  }

  get world() {
    return this.pool.world;
  }

  async run(program: Program): Promise<Uint32Array> {
    const { state } = this;
    const { entries, modelData } = this.compile(program.passes);
    if (modelData.length > 0) await this.pool.prepare(modelData);
    for (;;) {
      for (const [name, values] of Object.entries(program.inputs ?? {})) this.set(name as StateArray, values);
      await this.pushUnsent();
      const { parameters } = program;
      await this.pool.run({ parameters, entries, counters: startCounters(program.counters) });
      // Pull now, because results in a worker's own memory would be lost if the worker died.
      await this.pool.pull(['counters', 'stageTimes', ...program.results]);
      // If a list was too short, `grow` enlarges it, and the program runs again.
      if (!(await this.lists.grow(state.counters, readCapacities(state.capacities)))) return state.counters.slice();
      if (program.startsFromCheckpoint) await this.restore();
    }
  }

  runsAlone(): boolean {
    return false;
  }

  async runTogether(): Promise<readonly Uint32Array[]> {
    return [];
  }

  private compile(passes: readonly Pass[]): CompiledPasses {
    let compiled = this.compiledPasses.get(passes);
    if (!compiled) {
      compiled = { entries: stageEntries(passes, this.wholeBodies), modelData: modelDataOf(passes) };
      this.compiledPasses.set(passes, compiled);
    }
    return compiled;
  }

  async read<A extends StateArray>(name: A): Promise<State[A]> {
    try {
      if (!this.unsentArrays.has(name)) await this.pool.pull([name]);
    } catch (error) {
      // A worker with its own memory died. The host's own values are good enough: it has the results of past programs, and the next step
      // computes all other data again.
      if (!(error instanceof WorkLostError)) throw error;
    }
    return this.state[name];
  }

  async write(name: StateArray, values: Float32Array | Uint32Array): Promise<void> {
    this.set(name, values);
    // A remainder is the part of a position that float32 rounds off. The given positions are exact, so their remainders are 0.
    if (name !== 'positions') return;
    this.set('remainders', new Float32Array(values.length));
    // Nor is it known that they are free of overlaps (contacts/guarantee).
    this.set('freedom', new Uint32Array(this.state.freedom.length));
  }

  private set(name: StateArray, values: Float32Array | Uint32Array): void {
    setArray(this.state, name, values);
    this.unsentArrays.add(name);
  }

  /** Sends the worker the arrays that the host has written, if the worker has its own memory. */
  private async pushUnsent(): Promise<void> {
    const names = [...this.unsentArrays];
    this.unsentArrays.clear();
    if (names.length > 0) await this.pool.push(names);
  }

  async checkpoint(): Promise<void> {
    this.saveCheckpoint();
  }

  private saveCheckpoint(): void {
    for (const name of keptArrays(this.world)) {
      const [values, copy] = [this.state[name], this.checkpointArrays.get(name)];
      // If the array has grown since the last checkpoint, the old copy is too short.
      if (copy?.length === values.length) copy.set(values);
      else this.checkpointArrays.set(name, values.slice());
    }
  }

  async restore(): Promise<void> {
    for (const [name, values] of this.checkpointArrays) this.set(name, values);
  }

  async takeTimes(): Promise<Record<StageClock, number>> {
    const { stageTimes } = this.state;
    const times = STAGE_CLOCKS.map((clock, i) => [clock, stageTimes[i] - this.lastTimes[i]]);
    this.lastTimes.set(stageTimes);
    return Object.fromEntries(times) as Record<StageClock, number>;
  }

  dispose(): Promise<void> {
    return this.pool.dispose();
  }
}
