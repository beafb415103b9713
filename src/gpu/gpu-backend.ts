import type { Backend } from '../simulation/backend.ts';
import { readCapacities } from '../simulation/capacities.ts';
import { GrowingLists } from '../simulation/growing-lists.ts';
import { arrayOf, type Plan, type PreviousRun } from '../simulation/program/pass.ts';
import type { Pool } from '../simulation/program/pool.ts';
import type { Program } from '../simulation/program/program.ts';
import type { StageClock } from '../simulation/program/stage.ts';
import {
  COUNTER_COUNT,
  type KeptArray,
  keptArrays,
  startOf,
  type State,
  type StateArray,
} from '../simulation/state.ts';
import { setArray } from '../simulation/state-memory.ts';
import type { World } from '../simulation/world/world.ts';
import type { GpuBuffers } from './memory/buffers.ts';
import { GpuSession } from './gpu-session.ts';
import type { KernelOverrides } from './kernels/kernels.ts';
import type { SharedState } from './pool-work.ts';
import type { GpuProfile } from './profile.ts';
import { type RunResult, ProgramRun } from './program-run.ts';

export interface GpuBackendOptions {
  readonly world: World;
  /** Initial state, which is copied to the device. */
  readonly state: State;
  /** Worker pool. It rebuilds trees, so its state holds the present order of the elements in the trees' leaves. */
  readonly pool: Pool;
  /** Device from requestDevice. The backend does not destroy it, since others may draw with it. */
  readonly device: GPUDevice;
  /** Name for recordings. */
  readonly adapterName: string;
  /** Values that replace limits in kernels (override constants), for tests. */
  readonly overrides?: KernelOverrides;
}

/** Opens the GPU backend. @throws Error with the name of a kernel that doesn't compile */
export async function createGpuBackend(options: GpuBackendOptions): Promise<GpuBackend> {
  const { device, world, overrides, state } = options;
  const session = await GpuSession.open(device, world, overrides, readCapacities(state.capacities));
  session.buffers.uploadState(state);
  const backend = new GpuBackend(session, options);
  await backend.checkpoint();
  session.commands.submit();
  return backend;
}

/**
 * Number of runs that wait for the device after a run had leftovers (elements that a kernel could not finish). A run that waits can finish
 * its leftovers before later passes need them; a run that doesn't wait must be repeated if it has leftovers, which takes as long as several
 * waits.
 */
const WAITING_RUNS = 8;

/**
 * Backend that runs programs on WebGPU:
 * - Kernels are recorded into one command encoder, which is submitted only when the host needs a result.
 * - Passes without kernels run in the worker pool. They read back the arrays that the device has changed and upload those that they
 *   write, while the device goes on with passes that don't touch these arrays (ProgramRun, PoolWork).
 * - Elements that a kernel can't finish, because a list of fixed size overflows, are leftovers: the pool finishes them (LeftOver). If a
 *   later pass has already used them, the program runs again and waits for them.
 * - If a list was too short, it grows, and the program runs again. A program that changes the state restores the checkpoint first.
 */
export class GpuBackend implements Backend {
  readonly kind = 'gpu';
  readonly adapter: string;
  readonly world: World;
  readonly pool: Pool;
  /** The state's buffers: `positions`, `normals` and `depths` can be drawn directly. */
  readonly buffers: GpuBuffers;
  readonly profile: GpuProfile;
  private readonly shared: SharedState;
  private readonly lists: GrowingLists;
  /** Per program, by its name: the results of its last run, and the number of its next runs that wait for leftovers. */
  private readonly lastResults = new Map<string, PreviousRun>();
  private readonly runsToWait = new Map<string, number>();
  /** Counters of device and pool together, from the last program that has counters. */
  private counters: Uint32Array = new Uint32Array(COUNTER_COUNT);
  /** Number of submissions when the last checkpoint was taken. */
  private submissionsAtCheckpoint = 0;
  /** Checkpoint copies of the arrays that only the pool has. */
  private readonly poolCheckpoint = new Map<KeptArray, Float32Array | Uint32Array>();

  constructor(
    private readonly session: GpuSession,
    { world, pool, device, adapterName }: GpuBackendOptions,
  ) {
    this.world = world;
    this.pool = pool;
    this.buffers = session.buffers;
    this.profile = session.profile;
    // Without timestamps all GPU times are 0. The name tells readers of recordings that these times are missing.
    this.adapter = device.features.has('timestamp-query') ? adapterName : `${adapterName}, without timestamps`;
    this.shared = { session, pool, stale: new Set() };
    this.lists = new GrowingLists(world, (capacities) => session.grow(capacities, () => pool.grow(capacities)));
  }

  async run(program: Program): Promise<Uint32Array> {
    const { name, counters } = program;
    if (!counters) return this.runWithoutCounters(program);
    const waitingRuns = this.runsToWait.get(name) ?? 0;
    let waitsForLeftOvers = waitingRuns > 0;
    for (;;) {
      const result = await this.tryRun(program, waitsForLeftOvers).catch((error: unknown) => {
        // Discard the recorded part of a failed program, so that it doesn't run before the next one.
        this.session.commands.discard();
        throw error;
      });
      this.runsToWait.set(name, result.hasLeftOvers ? WAITING_RUNS : Math.max(0, waitingRuns - 1));
      if (!result.usedUnfinished && !(await this.lists.grow(result.counters, this.buffers.capacities))) {
        this.counters = result.counters;
        this.lastResults.set(name, { counters: result.counters, arrays: result.recalled });
        return result.counters;
      }
      if (result.usedUnfinished) waitsForLeftOvers = true;
      this.profile.repeatedRuns++;
      if (program.startsFromCheckpoint) await this.restore();
    }
  }

  /** Runs a program without counters. It has kernels only, and nothing waits for the device. */
  private runWithoutCounters(program: Program): Uint32Array {
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

  private async tryRun(program: Program, waitsForLeftOvers: boolean): Promise<RunResult> {
    const { session, buffers } = this;
    // Earlier commands must be submitted before this program's parameters replace the ones that they use. If nothing was submitted since
    // the checkpoint, the recorded commands are the checkpoint's copies, which use no parameters.
    if (session.commands.submissions !== this.submissionsAtCheckpoint) session.commands.submit();
    const { parameters, inputs = {}, counters = {} } = program;
    buffers.writeParameters(parameters, counters);
    for (const [name, values] of Object.entries(inputs)) await this.setInput(name as StateArray, values);
    session.setStartCounters(counters);
    return new ProgramRun(this.shared, program, this.plan(program), waitsForLeftOvers).run();
  }

  private plan({ name = '', counters = {} }: Partial<Program>): Plan {
    return { world: this.world, capacities: this.buffers.capacities, counters, last: this.lastResults.get(name) };
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
    if (name !== 'positions') return;
    // The last runs say nothing about the contacts at other positions.
    this.lastResults.clear();
    // A position set from outside is exact, so its remainder is 0.
    await this.write('remainders', new Float32Array(values.length));
  }

  /** Sets an array on the device, or in the pool if the device doesn't have it. */
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
    this.submissionsAtCheckpoint = commands.submissions;
    for (const name of this.keptInPool()) this.poolCheckpoint.set(name, this.pool.state[name].slice());
  }

  async restore(): Promise<void> {
    const { commands } = this.session;
    commands.discard();
    // If nothing was submitted since the checkpoint, the state is unchanged, but the checkpoint's copies were among the discarded
    // commands. So record those copies again.
    this.copyState(commands.submissions === this.submissionsAtCheckpoint);
    commands.submit();
    for (const [name, values] of this.poolCheckpoint) setArray(this.pool.state, name, values);
    if (this.poolCheckpoint.size > 0) await this.pool.push([...this.poolCheckpoint.keys()]);
  }

  /**
   * Records copies of the arrays that a step starts from, to their checkpoints or back. The checkpoints of positions, velocities and
   * remainders are the arrays in which a step saves its start (STEP_START); features' arrays have a copy of their own.
   */
  private copyState(toCheckpoint: boolean): void {
    for (const name of keptArrays(this.world)) {
      const checkpointCopy = this.buffers.locateCheckpoint(name);
      if (!checkpointCopy) continue;
      const array = this.buffers.range(name);
      this.session.commands.copy(
        ...(toCheckpoint ? ([array, checkpointCopy] as const) : ([checkpointCopy, array] as const)),
      );
      const written = toCheckpoint ? startOf(name) : name;
      if (written) this.shared.stale.add(written);
    }
  }

  /** Returns the arrays that a step starts from and that only the pool has. */
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
