import type { Backend, Readback } from '../simulation/backend.ts';
import { readCapacities } from '../simulation/capacities.ts';
import { GrowingLists } from '../simulation/growing-lists.ts';
import type { Plan, PreviousRun } from '../simulation/program/pass.ts';
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
import { type KernelOverrides, shareConstraints } from './kernels/kernels.ts';
import type { SharedState } from './pool-work.ts';
import type { GpuProfile } from './profile.ts';
import { type JointResult, holds, Pace, runJointly, runsAlone } from './joint-run.ts';
import { StartCopies } from './memory/start-copies.ts';
import { recordInputs, recordKernels, type RunResult, ProgramRun } from './program-run.ts';

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
  /**
   * Whether kernels use subgroups. By default they do on a device that has this feature, unless software emulates the GPU. Results have the
   * same bits.
   */
  readonly subgroups?: boolean;
  /**
   * Greatest number of threads that solve one constraint of the elastic material in colours too small to occupy a workgroup; 1 by default,
   * since no GPU has shown yet that more are a gain (docs/performance.md). Results don't depend on it.
   */
  readonly mostThreads?: 1 | 2 | 4;
}

/**
 * Opens the GPU backend.
 * @throws Error with the name of a kernel that doesn't compile, or if the device lacks subgroups that the options ask for
 */
export async function createGpuBackend(options: GpuBackendOptions): Promise<GpuBackend> {
  const { device, world, mostThreads = 1, state, subgroups } = options;
  const overrides = { ...shareConstraints(mostThreads), ...options.overrides };
  const session = await GpuSession.open(device, world, { overrides, subgroups }, readCapacities(state.capacities));
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
 * Greatest number of frames' runs of single programs after programs that ran together had to start again. The number doubles with each time
 * in a row: a list that can't grow fails in every frame, and steps that run twice take longer than waits.
 */
const MOST_FRAMES_APART = 64;

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
  /** Arrays that came back with the counters of the last programs, by name (Program.fetches). */
  private readonly fetched = new Map<StateArray, ArrayBuffer>();
  /** Copies from which programs that ran together start again, and the estimate of their time. */
  private readonly starts: StartCopies;
  private readonly pace = new Pace();
  /** Number of further runs of single programs before programs run together again. */
  private runsApart = 0;
  /** Number of frames that these runs make up; 0 if programs ran together last. */
  private framesApart = 0;
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
    this.starts = new StartCopies(device, session);
    this.lists = new GrowingLists(world, (capacities) => session.grow(capacities, () => pool.grow(capacities)));
  }

  async run(program: Program): Promise<Uint32Array> {
    const { name, counters } = program;
    this.fetched.clear();
    if (!counters) return this.runWithoutCounters(program);
    this.runsApart = Math.max(0, this.runsApart - 1);
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
        this.keep(program, result);
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
    for (const pass of program.passes) {
      if (!pass.kernels || pass.leftOver)
        throw new Error(`Program ${program.name} counts nothing, but its pass ${pass.name} needs the pool`);
      recordKernels(this.shared, pass, this.plan(program));
    }
    commands.submit();
    return new Uint32Array(COUNTER_COUNT);
  }

  private async tryRun(program: Program, waitsForLeftOvers: boolean): Promise<RunResult> {
    recordInputs(this.shared, program);
    for (const [name, values] of Object.entries(program.inputs ?? {}) as [StateArray, Float32Array | Uint32Array][])
      if (!this.buffers.locate(name)) {
        setArray(this.pool.state, name, values);
        await this.pool.push([name]);
      }
    return new ProgramRun(this.shared, program, this.plan(program), waitsForLeftOvers).run();
  }

  async runTogether(programs: readonly Program[]): Promise<readonly Uint32Array[]> {
    if (!programs.every((program) => this.runsAlone(program))) return [];
    if (!(await this.starts.prepare())) {
      this.runsApart = Infinity; // Single programs need no copies.
      return [];
    }
    const { commands } = this.session;
    this.fetched.clear();
    const { submissions } = commands;
    this.starts.record(false);
    const results = await runJointly(this.shared, programs, (program) => this.plan(program), this.pace).catch(
      (error: unknown) => {
        commands.discard();
        // If nothing was submitted, neither the state has changed nor the copies of its start.
        if (commands.submissions > submissions) this.restoreStart();
        throw error;
      },
    );
    const failed = results.findIndex(({ counters }, i) => !holds(programs[i], counters));
    const held = failed < 0 ? results : results.slice(0, failed);
    this.framesApart = failed < 0 ? 0 : Math.min(MOST_FRAMES_APART, Math.max(1, 2 * this.framesApart));
    this.runsApart = this.framesApart * programs.length;
    if (failed >= 0) {
      this.profile.repeatedRuns++;
      if (programs.slice(failed).some(({ startsFromCheckpoint }) => startsFromCheckpoint)) {
        this.restoreStart();
        return [];
      }
    }
    for (const [i, result] of held.entries()) this.keep(programs[i], result);
    return held.map(({ counters }) => counters);
  }

  /** Restores the arrays from which the programs that ran together started. */
  private restoreStart(): void {
    this.starts.record(true);
    this.session.commands.submit();
  }

  runsAlone(program: Program): boolean {
    if (this.runsApart > 0 || (this.runsToWait.get(program.name) ?? 0) > 0) return false;
    return runsAlone(this.shared, program);
  }

  /** Keeps what a run has brought to the host. Of programs that ran together, only the last one of a name has brought arrays. */
  private keep({ name, passes, fetches = [] }: Program, { counters, arrays }: JointResult): void {
    this.counters = counters;
    const recalled = passes.flatMap(({ recalls = [] }) => recalls).filter((array) => arrays.has(array));
    const words = recalled.map((array) => [array, new Uint32Array(arrays.get(array) as ArrayBuffer)]);
    this.lastResults.set(name, { counters, arrays: Object.fromEntries(words) });
    for (const array of fetches) {
      const bytes = arrays.get(array);
      if (bytes) this.fetched.set(array, bytes);
    }
  }

  private plan({ name = '', counters = {} }: Partial<Program>): Plan {
    return { world: this.world, capacities: this.buffers.capacities, counters, last: this.lastResults.get(name) };
  }

  async read<A extends StateArray>(name: A): Promise<State[A]> {
    if (name === 'counters') return this.counters.slice() as State[A];
    const fetched = this.fetched.get(name);
    if (fetched) return this.buffers.toArray(name, fetched) as State[A];
    if (this.buffers.locate(name)) return this.buffers.toArray(name, (await this.session.read([name]))[0]) as State[A];
    await this.pool.pull([name]);
    return this.pool.state[name];
  }

  async write(name: StateArray, values: Float32Array | Uint32Array): Promise<void> {
    this.session.commands.submit();
    this.fetched.delete(name);
    if (this.buffers.locate(name)) this.buffers.upload(name, values);
    setArray(this.pool.state, name, values);
    this.shared.stale.delete(name);
    await this.pool.push([name]);
    if (name !== 'positions') return;
    // The last runs say nothing about the contacts at other positions.
    this.lastResults.clear();
    // A position set from outside is exact, so its remainder is 0.
    await this.write('remainders', new Float32Array(values.length));
    // Nor is it known that they are free of overlaps.
    await this.write('freedom', new Uint32Array(this.pool.state.freedom.length));
  }

  async checkpoint(): Promise<void> {
    const { commands } = this.session;
    commands.submit();
    this.copyState(true);
    this.submissionsAtCheckpoint = commands.submissions;
    const kept = this.keptInPool();
    if (kept.length > 0) await this.pool.pull(kept);
    for (const name of kept) this.poolCheckpoint.set(name, this.pool.state[name].slice());
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

  get readback(): Readback {
    const { bytesRead: bytes, waits } = this.profile;
    return { bytes, waits };
  }

  takeTimes(): Promise<Record<StageClock, number>> {
    return this.session.takeTimes();
  }

  async dispose(): Promise<void> {
    this.starts.destroy();
    this.session.destroy();
    await this.pool.dispose();
  }
}
