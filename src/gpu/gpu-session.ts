import type { Capacities } from '../simulation/capacities.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { now } from '../simulation/program/clock.ts';
import type { StartCounters } from '../simulation/program/pass.ts';
import { STAGE_CLOCKS, type StageClock } from '../simulation/program/stage.ts';
import { startCounters } from '../simulation/program/program.ts';
import { COUNTER_COUNT, mergeCounters, type StateArray } from '../simulation/state.ts';
import { noTimes } from '../simulation/statistics.ts';
import type { World } from '../simulation/world/world.ts';
import { GpuBuffers } from './memory/buffers.ts';
import { DeviceWatch, prefersSubgroups } from './device.ts';
import { DispatchTable } from './kernels/dispatch-table.ts';
import { createKernels, type KernelOverrides, type Kernels } from './kernels/kernels.ts';
import { GpuProfile } from './profile.ts';
import { type JointRead, type PendingRead, Readback } from './memory/readback.ts';
import { Uploads } from './memory/uploads.ts';
import { CommandEncoder } from './command-encoder.ts';
import { GpuClocks } from './timing.ts';

/** Options for a session's kernels. */
export interface KernelOptions {
  /** Values that replace limits in kernels (override constants). */
  readonly overrides?: KernelOverrides | undefined;
  /** Whether kernels use subgroups; prefersSubgroups by default. */
  readonly subgroups?: boolean | undefined;
}

/** A device that works on one world: its buffers, recorded commands, and readbacks. */
export class GpuSession {
  /** Times by the host's clock since the last takeTimes: the work of the worker pool ("pool" below), and waiting for readbacks [ms]. */
  readonly wallTimes: Record<StageClock, number> = noTimes();
  /** Counters of the pool's work. readWithCounters adds them to the device's counters. */
  private readonly poolCounters = new Uint32Array(COUNTER_COUNT);

  private constructor(
    readonly buffers: GpuBuffers,
    readonly commands: CommandEncoder,
    readonly profile: GpuProfile,
    private readonly dispatches: DispatchTable,
    private readonly readback: Readback,
    private readonly uploads: Uploads,
    private readonly clocks: GpuClocks,
    private readonly watch: DeviceWatch,
    private readonly makeKernels: () => Promise<Kernels>,
  ) {}

  /**
   * Creates the buffers and kernels of a world on a device.
   * @throws Error with the name of a kernel that doesn't compile, or if the device lacks memory or subgroups or reports an error
   */
  static async open(
    device: GPUDevice,
    world: World,
    options: KernelOptions = {},
    capacities?: Capacities,
  ): Promise<GpuSession> {
    const watch = new DeviceWatch(device);
    device.pushErrorScope('out-of-memory');
    device.pushErrorScope('validation');
    const opening = GpuSession.make(device, watch, world, options, capacities);
    const session = await opening.catch(() => undefined); // an error scope may have a better message, so look there first
    const [invalid, shortage] = await watch.guard(Promise.all([device.popErrorScope(), device.popErrorScope()]));
    if (session && !invalid && !shortage) return session;
    session?.destroy();
    if (shortage) throw new Error(`The device has no memory for the scene: ${shortage.message}`);
    await opening;
    throw new Error(`The device refused the scene: ${invalid?.message}`);
  }

  private static async make(
    device: GPUDevice,
    watch: DeviceWatch,
    world: World,
    { overrides = {}, subgroups = prefersSubgroups(device) }: KernelOptions,
    capacities: Capacities | undefined,
  ): Promise<GpuSession> {
    const buffers = new GpuBuffers(device, world, capacities);
    const dispatches = new DispatchTable(device, buffers.topology.models);
    const readback = new Readback(device);
    const uploads = new Uploads(device);
    const profile = new GpuProfile();
    const clocks = new GpuClocks(device, readback, profile);
    const resources = { device, buffer: buffers.get, dispatches, subgroups };
    const makeKernels = () => watch.guard(createKernels(resources, overrides, world));
    const kernels = await makeKernels().catch((error: unknown) => {
      for (const part of [buffers, dispatches, readback, uploads, clocks]) part.destroy();
      throw error;
    });
    const commands = new CommandEncoder(
      device,
      kernels,
      buffers.get('indirect'),
      dispatches,
      readback,
      uploads,
      clocks,
      profile,
    );
    return new GpuSession(buffers, commands, profile, dispatches, readback, uploads, clocks, watch, makeKernels);
  }

  /** Enlarges lists after all recorded commands have run. See GpuBuffers.grow for the parameters and the result. */
  async grow(capacities: Capacities, growPool: () => Promise<boolean>): Promise<boolean> {
    this.commands.submit();
    if (!(await this.watch.guard(this.buffers.grow(capacities, growPool)))) return false;
    this.commands.kernels = await this.makeKernels();
    return true;
  }

  /** Submits recorded commands and waits for a readback. @throws DeviceLostError */
  async take(pending: PendingRead): Promise<ArrayBuffer[]> {
    this.commands.submit();
    const since = now();
    const bytes = await this.watch.guard(pending.take());
    this.profile.waits++;
    this.profile.bytesRead += bytes.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.wallTimes.readback += now() - since;
    if (this.commands.error) throw new Error(`The device refused work: ${this.commands.error.message}`);
    return bytes;
  }

  /** Returns a read of `size` bytes that several points of the recorded commands share. */
  beginRead(size: number): JointRead {
    return this.readback.begin(size);
  }

  /** Submits recorded commands and reads arrays as these commands leave them. @throws DeviceLostError */
  read(names: readonly StateArray[]): Promise<ArrayBuffer[]> {
    return this.take(this.commands.read(names.map((name) => this.buffers.range(name))));
  }

  /** Records what a program begins with: its parameters and the device's counters. Clears the pool's counters. */
  recordStart(parameters: SimulationParameters, counters: StartCounters): void {
    this.poolCounters.fill(0);
    for (const { range, bytes } of this.buffers.parameterWrites(parameters, counters))
      this.commands.write(range, bytes);
    this.record('counters', startCounters(counters));
  }

  /** Records a write of values to an array, or to its beginning. */
  record(name: StateArray, values: Float32Array | Uint32Array): void {
    this.commands.write(this.buffers.range(name), this.buffers.fittingWords(name, values));
  }

  /** Adds counters of the pool's work, except those that are lengths of lists: the device counts its own lists. */
  addCounters(counters: Uint32Array): void {
    mergeCounters(this.poolCounters, counters);
  }

  /** Sets a counter on the device. The upload precedes the recorded commands, so call it only if none of them changes this counter. */
  setDeviceCounter(counter: number, value: number): void {
    this.buffers.upload('counters', Uint32Array.of(value), counter);
  }

  /**
   * Submits recorded commands, then reads counters and arrays in a single readback.
   * @returns the counters of device and pool together, the device's counters alone, and the arrays
   * @throws DeviceLostError
   */
  async readWithCounters(names: readonly StateArray[]) {
    const [bytes, ...arrays] = await this.read(['counters', ...names]);
    const device = new Uint32Array(bytes);
    const counters = device.slice();
    mergeCounters(counters, this.poolCounters);
    return { counters, device, arrays };
  }

  /**
   * Returns the milliseconds per clock since the last call: the device's timestamps, plus the host's clock for the pool's work.
   * `readback` is the host's waiting time minus the device's working time.
   */
  async takeTimes(): Promise<Record<StageClock, number>> {
    const times = await this.watch.guard(this.clocks.take());
    const deviceTime = STAGE_CLOCKS.reduce((sum, clock) => sum + times[clock], 0);
    this.wallTimes.readback = Math.max(0, this.wallTimes.readback - deviceTime);
    for (const clock of STAGE_CLOCKS) {
      times[clock] += this.wallTimes[clock];
      this.wallTimes[clock] = 0;
    }
    return times;
  }

  destroy(): void {
    for (const part of [this.commands, this.buffers, this.dispatches, this.readback, this.uploads, this.clocks])
      part.destroy();
  }
}
