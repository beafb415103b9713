import { type Backend, WorkLostError } from '../simulation/backend.ts';
import { readCapacities } from '../simulation/capacities.ts';
import { GrowingLists } from '../simulation/growing-lists.ts';
import type { ModelDataName } from '../simulation/model-data.ts';
import { modelDataOf, type Pass } from '../simulation/pass.ts';
import type { Pool, StageEntry } from '../simulation/pool.ts';
import { type Program, stageEntries, startCounters } from '../simulation/program.ts';
import { fillsWorkers } from '../simulation/constraints/elastic/batch.ts';
import { STAGE_CLOCKS, type StageClock } from '../simulation/stage.ts';
import { type KeptArray, keptArrays, setArray, type State, type StateArray } from '../simulation/state.ts';

/** A list of passes in the form that the pool receives: stage entries, and the names of the model data that the stages read. */
interface CompiledPasses {
  readonly entries: readonly StageEntry[];
  readonly modelData: readonly ModelDataName[];
}

/** Backend that runs programs' stages on the pool's workers, with one message per program to each of them. */
export class CpuBackend implements Backend {
  readonly kind = 'cpu';
  private readonly state: State;
  /** Arrays that the host wrote and that a worker with its own memory doesn't have yet. */
  private readonly unsent = new Set<StateArray>();
  /** Checkpoint: copies of arrays, separate from the state's own (STEP_START), since a worker may die while it writes those. */
  private readonly kept = new Map<KeptArray, Float32Array | Uint32Array>();
  private readonly timesTaken: Float64Array;
  private readonly wholeBodies: boolean;
  /** Cache of compiled passes. All steps use the same list of passes. */
  private readonly compiled = new WeakMap<readonly Pass[], CompiledPasses>();
  private readonly lists: GrowingLists;

  /** @param adapter the processor's name, for recordings */
  constructor(
    readonly pool: Pool,
    readonly adapter: string,
  ) {
    this.state = pool.state;
    this.keep();
    this.timesTaken = this.state.stageTimes.slice();
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
      await this.send();
      const { parameters } = program;
      await this.pool.run({ parameters, entries, counters: startCounters(program.counters) });
      // If the worker has its own memory, the program's results must survive its death.
      await this.pool.pull(['counters', 'stageTimes', ...program.results]);
      if (!(await this.lists.grow(state.counters, readCapacities(state.capacities)))) return state.counters.slice();
      if (program.startsFromCheckpoint) await this.restore();
    }
  }

  private compile(passes: readonly Pass[]): CompiledPasses {
    let compiled = this.compiled.get(passes);
    if (!compiled) {
      compiled = { entries: stageEntries(passes, this.wholeBodies), modelData: modelDataOf(passes) };
      this.compiled.set(passes, compiled);
    }
    return compiled;
  }

  async read<A extends StateArray>(name: A): Promise<State[A]> {
    try {
      if (!this.unsent.has(name)) await this.pool.pull([name]);
    } catch (error) {
      // The host has the results of past programs. The next step computes the dead worker's other data again.
      if (!(error instanceof WorkLostError)) throw error;
    }
    return this.state[name];
  }

  async write(name: StateArray, values: Float32Array | Uint32Array): Promise<void> {
    this.set(name, values);
    // A position set from outside is exact, so its remainder is 0.
    if (name === 'positions') this.set('remainders', new Float32Array(values.length));
  }

  private set(name: StateArray, values: Float32Array | Uint32Array): void {
    setArray(this.state, name, values);
    this.unsent.add(name);
  }

  private async send(): Promise<void> {
    const names = [...this.unsent];
    this.unsent.clear();
    if (names.length > 0) await this.pool.push(names);
  }

  async checkpoint(): Promise<void> {
    this.keep();
  }

  private keep(): void {
    for (const name of keptArrays(this.world)) {
      const [values, kept] = [this.state[name], this.kept.get(name)];
      // The list may have grown since the last checkpoint.
      if (kept?.length === values.length) kept.set(values);
      else this.kept.set(name, values.slice());
    }
  }

  async restore(): Promise<void> {
    for (const [name, values] of this.kept) this.set(name, values);
  }

  async takeTimes(): Promise<Record<StageClock, number>> {
    const { stageTimes } = this.state;
    const times = STAGE_CLOCKS.map((clock, i) => [clock, stageTimes[i] - this.timesTaken[i]]);
    this.timesTaken.set(stageTimes);
    return Object.fromEntries(times) as Record<StageClock, number>;
  }

  dispose(): Promise<void> {
    return this.pool.dispose();
  }
}
