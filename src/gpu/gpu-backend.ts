import type { Backend } from '../simulation/backend.ts';
import { readCapacities } from '../simulation/capacities.ts';
import { GrowingLists } from '../simulation/growing-lists.ts';
import { arrayOf, type Plan, type Recalled } from '../simulation/pass.ts';
import type { Pool } from '../simulation/pool.ts';
import type { Program } from '../simulation/program.ts';
import type { StageClock } from '../simulation/stage.ts';
import {
  COUNTER_COUNT,
  type KeptArray,
  keptArrays,
  setArray,
  startOf,
  type State,
  type StateArray,
} from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import type { GpuBuffers } from './memory/buffers.ts';
import { GpuSession } from './gpu-session.ts';
import type { KernelOverrides } from './kernels/kernels.ts';
import type { SharedState } from './pool-work.ts';
import type { GpuProfile } from './profile.ts';
import { type Ended, ProgramRun } from './program-run.ts';

export interface GpuBackendOptions {
  readonly world: World;
  /** The state at the start; copied to the device. */
  readonly state: State;
  /** Its state holds the trees' orders. */
  readonly pool: Pool;
  /** Of requestDevice. It isn't destroyed with the backend, since others may draw with it. */
  readonly device: GPUDevice;
  /** For the record. */
  readonly adapterName: string;
  /** Other limits than the kernels' own, to see what happens at them. */
  readonly overrides?: KernelOverrides;
}

/** @throws Error naming a kernel that doesn't compile */
export async function createGpuBackend(options: GpuBackendOptions): Promise<GpuBackend> {
  const { device, world, overrides, state } = options;
  const session = await GpuSession.open(device, world, overrides, readCapacities(state.capacities));
  session.buffers.uploadState(state);
  const backend = new GpuBackend(session, options);
  await backend.checkpoint();
  session.commands.submit();
  return backend;
}

/** Runs that wait after the last one that left elements over: to run again costs as much as some waits. */
const WAITING_RUNS = 8;

/**
 * Runs programs on WebGPU: kernels are recorded into one command encoder, which is submitted where the host has to know
 * something. Passes without kernels run in the pool, and so does what kernels leave over.
 */
export class GpuBackend implements Backend {
  readonly kind = 'gpu';
  readonly adapter: string;
  readonly world: World;
  readonly pool: Pool;
  /** What the kernels write: `positions`, `normals` and `depths` can be drawn in place. */
  readonly buffers: GpuBuffers;
  readonly profile: GpuProfile;
  private readonly shared: SharedState;
  private readonly lists: GrowingLists;
  /** By program: what its last run left, and how many runs to come wait for what kernels leave over, as is likely again. */
  private readonly last = new Map<string, Recalled>();
  private readonly runsToWait = new Map<string, number>();
  /** Counters of the last program that counts, the pool's among them. */
  private counters: Uint32Array = new Uint32Array(COUNTER_COUNT);
  /** Submissions when the last checkpoint was taken. */
  private atCheckpoint = 0;
  /** The checkpoint's copies of arrays that only the pool has. */
  private readonly kept = new Map<KeptArray, Float32Array | Uint32Array>();

  constructor(
    private readonly session: GpuSession,
    { world, pool, device, adapterName }: GpuBackendOptions,
  ) {
    this.world = world;
    this.pool = pool;
    this.buffers = session.buffers;
    this.profile = session.profile;
    // A record shouldn't pass missing timestamps off as no time.
    this.adapter = device.features.has('timestamp-query') ? adapterName : `${adapterName}, without timestamps`;
    this.shared = { session, pool, stale: new Set() };
    this.lists = new GrowingLists(world, (capacities) => session.grow(capacities, () => pool.grow(capacities)));
  }

  async run(program: Program): Promise<Uint32Array> {
    const { name, counters } = program;
    if (!counters) return this.runUnseen(program);
    const toWait = this.runsToWait.get(name) ?? 0;
    let waits = toWait > 0;
    for (;;) {
      const ended = await this.tryRun(program, waits).catch((error: unknown) => {
        // Half a program mustn't run in front of the next one.
        this.session.commands.discard();
        throw error;
      });
      this.runsToWait.set(name, ended.leftOver ? WAITING_RUNS : Math.max(0, toWait - 1));
      if (!ended.lacksElements && !(await this.lists.grow(ended.counters, this.buffers.capacities))) {
        this.counters = ended.counters;
        this.last.set(name, { counters: ended.counters, arrays: ended.recalled });
        return ended.counters;
      }
      if (ended.lacksElements) waits = true;
      this.profile.redone++;
      if (program.startsFromCheckpoint) await this.restore();
    }
  }

  /** A program that counts nothing: kernels alone, for which nobody waits. */
  private runUnseen(program: Program): Uint32Array {
    const { commands } = this.session;
    for (const { name, clock, kernels, writes, leftOver } of program.passes) {
      if (!kernels || leftOver)
        throw new Error(`Program ${program.name} counts nothing, but its pass ${name} needs the pool`);
      commands.run(clock, kernels(this.plan(program)));
      for (const written of writes) this.shared.stale.add(arrayOf(written));
    }
    commands.submit();
    return new Uint32Array(COUNTER_COUNT);
  }

  private async tryRun(program: Program, waits: boolean): Promise<Ended> {
    const { session, buffers } = this;
    // What was recorded before has to see its own parameters; a checkpoint's copies ask for none.
    if (session.commands.submissions !== this.atCheckpoint) session.commands.submit();
    const { parameters, inputs = {}, counters = {} } = program;
    buffers.writeParameters(parameters, counters);
    for (const [name, values] of Object.entries(inputs)) await this.setInput(name as StateArray, values);
    session.startCounters(counters);
    return new ProgramRun(this.shared, program, this.plan(program), waits).run();
  }

  private plan({ name = '', counters = {} }: Partial<Program>): Plan {
    return { world: this.world, capacities: this.buffers.capacities, counters, last: this.last.get(name) };
  }

  async read<A extends StateArray>(name: A): Promise<State[A]> {
    if (name === 'counters') return this.counters.slice() as State[A];
    if (this.buffers.locate(name)) return this.buffers.toArray(name, (await this.session.read([name]))[0]) as State[A];
    await this.pool.pull([name]);
    return this.pool.state[name];
  }

  async write(name: StateArray, values: Float32Array | Uint32Array): Promise<void> {
    this.session.commands.submit();
    if (this.buffers.locate(name)) this.buffers.upload(name, values);
    setArray(this.pool.state, name, values);
    this.shared.stale.delete(name);
    await this.pool.push([name]);
    // A position from outside is that position, and not a little beside it.
    if (name === 'positions') await this.write('remainders', new Float32Array(values.length));
  }

  /** Sets an array where it is needed: on the device, or, where that has none of it, in the pool. */
  private async setInput(name: StateArray, values: Float32Array | Uint32Array): Promise<void> {
    if (this.buffers.locate(name)) {
      this.buffers.upload(name, values);
      this.shared.stale.add(name);
    } else {
      setArray(this.pool.state, name, values);
      await this.pool.push([name]);
    }
  }

  async checkpoint(): Promise<void> {
    const { commands } = this.session;
    commands.submit();
    this.copyState(true);
    this.atCheckpoint = commands.submissions;
    for (const name of this.keptInPool()) this.kept.set(name, this.pool.state[name].slice());
  }

  async restore(): Promise<void> {
    const { commands } = this.session;
    commands.discard();
    // Where nothing has run since, the state is what it was, and what keeps it was discarded.
    this.copyState(commands.submissions === this.atCheckpoint);
    commands.submit();
    for (const [name, values] of this.kept) setArray(this.pool.state, name, values);
    if (this.kept.size > 0) await this.pool.push([...this.kept.keys()]);
  }

  /** Records copies of what a step starts from to its checkpoint, which mostly is an array of the step's start (STEP_START), or back. */
  private copyState(keeps: boolean): void {
    for (const name of keptArrays(this.world)) {
      const kept = this.buffers.locateCheckpoint(name);
      if (!kept) continue;
      const array = this.buffers.range(name);
      this.session.commands.copy(...(keeps ? ([array, kept] as const) : ([kept, array] as const)));
      const written = keeps ? startOf(name) : name;
      if (written) this.shared.stale.add(written);
    }
  }

  /** Arrays that a step starts from and that only the pool has. */
  private keptInPool(): KeptArray[] {
    return keptArrays(this.world).filter((name) => !this.buffers.locateCheckpoint(name));
  }

  takeTimes(): Promise<Record<StageClock, number>> {
    return this.session.takeTimes();
  }

  async dispose(): Promise<void> {
    this.session.destroy();
    await this.pool.dispose();
  }
}
