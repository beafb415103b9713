import type { Capacities } from '../simulation/capacities.ts';
import { now } from '../simulation/clock.ts';
import type { StartCounters } from '../simulation/pass.ts';
import { STAGE_CLOCKS, type StageClock } from '../simulation/stage.ts';
import { startCounters } from '../simulation/program.ts';
import { COUNTER_COUNT, mergeCounters, type StateArray } from '../simulation/state.ts';
import { noTimes } from '../simulation/statistics.ts';
import type { World } from '../simulation/world.ts';
import { GpuBuffers } from './memory/buffers.ts';
import { DeviceWatch } from './device.ts';
import { DispatchTable } from './kernels/dispatch-table.ts';
import { createKernels, type KernelOverrides, type Kernels } from './kernels/kernels.ts';
import { GpuProfile } from './profile.ts';
import { type PendingRead, Readback } from './memory/readback.ts';
import { CommandEncoder } from './command-encoder.ts';
import { GpuClocks } from './timing.ts';

/** A device at work on one world: its buffers, what is recorded, what is waited for. */
export class GpuSession {
  readonly wallTimes: Record<StageClock, number> = noTimes();
  /** What the pool counted for the device. */
  private readonly counted = new Uint32Array(COUNTER_COUNT);

  private constructor(
    readonly buffers: GpuBuffers,
    readonly commands: CommandEncoder,
    readonly profile: GpuProfile,
    private readonly dispatches: DispatchTable,
    private readonly readback: Readback,
    private readonly clocks: GpuClocks,
    private readonly watch: DeviceWatch,
    private readonly makeKernels: () => Promise<Kernels>,
  ) {}

  /** @throws Error naming a kernel that doesn't compile, or where memory runs short or the device refuses something */
  static async open(
    device: GPUDevice,
    world: World,
    overrides: KernelOverrides = {},
    capacities?: Capacities,
  ): Promise<GpuSession> {
    const watch = new DeviceWatch(device);
    device.pushErrorScope('out-of-memory');
    device.pushErrorScope('validation');
    const making = GpuSession.make(device, watch, world, overrides, capacities);
    const made = await making.catch(() => undefined); // why not, the scopes may tell
    const [invalid, shortage] = await watch.guard(Promise.all([device.popErrorScope(), device.popErrorScope()]));
    if (made && !invalid && !shortage) return made;
    made?.destroy();
    if (shortage) throw new Error(`The device has no memory for the scene: ${shortage.message}`);
    await making;
    throw new Error(`The device refused the scene: ${invalid?.message}`);
  }

  private static async make(
    device: GPUDevice,
    watch: DeviceWatch,
    world: World,
    overrides: KernelOverrides,
    capacities: Capacities | undefined,
  ): Promise<GpuSession> {
    const buffers = new GpuBuffers(device, world, capacities);
    const dispatches = new DispatchTable(device, buffers.topology.models);
    const readback = new Readback(device);
    const profile = new GpuProfile();
    const clocks = new GpuClocks(device, readback, profile);
    const makeKernels = () => watch.guard(createKernels({ device, buffer: buffers.get, dispatches }, overrides));
    const commands = new CommandEncoder(
      device,
      await makeKernels(),
      buffers.get('indirect'),
      dispatches,
      readback,
      clocks,
      profile,
    );
    return new GpuSession(buffers, commands, profile, dispatches, readback, clocks, watch, makeKernels);
  }

  /** Makes lists larger, once what was recorded has run. Arguments and result are those of GpuBuffers.grow. */
  async grow(capacities: Capacities, growToo: () => Promise<boolean>): Promise<boolean> {
    this.commands.submit();
    if (!(await this.watch.guard(this.buffers.grow(capacities, growToo)))) return false;
    this.commands.kernels = await this.makeKernels();
    return true;
  }

  /** Submits what was recorded and waits for a part of it. @throws DeviceLostError */
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

  /** Submits what was recorded and reads arrays as it leaves them. @throws DeviceLostError */
  read(names: readonly StateArray[]): Promise<ArrayBuffer[]> {
    return this.take(this.commands.read(names.map((name) => this.buffers.range(name))));
  }

  /** Sets the device's counters, and forgets the pool's. Nothing may be recorded. */
  startCounters(counters: StartCounters): void {
    this.counted.fill(0);
    this.buffers.upload('counters', startCounters(counters));
  }

  /** Counts what the pool counted, but for the lengths of lists, which the device has itself. */
  addCounters(counters: Uint32Array): void {
    mergeCounters(this.counted, counters);
  }

  /** Sets a counter of the device, where nothing that is recorded changes it. */
  setDeviceCounter(counter: number, value: number): void {
    this.buffers.upload('counters', Uint32Array.of(value), counter);
  }

  /**
   * Submits what was recorded and reads the counters, and arrays, with one wait for all.
   * @returns the device's and the pool's counters together; those of the device alone; the arrays
   * @throws DeviceLostError
   */
  async countersAnd(names: readonly StateArray[]) {
    const [bytes, ...arrays] = await this.read(['counters', ...names]);
    const device = new Uint32Array(bytes);
    const counters = device.slice();
    mergeCounters(counters, this.counted);
    return { counters, device, arrays };
  }

  /**
   * Milliseconds by clock since the last call: the device's timestamps, the host's clock for the pool. Readback is what
   * the host waited longer than the device worked.
   */
  async takeTimes(): Promise<Record<StageClock, number>> {
    const times = await this.watch.guard(this.clocks.take());
    const worked = STAGE_CLOCKS.reduce((sum, clock) => sum + times[clock], 0);
    this.wallTimes.readback = Math.max(0, this.wallTimes.readback - worked);
    for (const clock of STAGE_CLOCKS) {
      times[clock] += this.wallTimes[clock];
      this.wallTimes[clock] = 0;
    }
    return times;
  }

  destroy(): void {
    for (const part of [this.commands, this.buffers, this.dispatches, this.readback, this.clocks]) part.destroy();
  }
}
