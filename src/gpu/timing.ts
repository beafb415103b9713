import type { StageClock } from '../simulation/program/stage.ts';
import { noTimes } from '../simulation/statistics.ts';
import type { KernelName } from './kernels/kernels.ts';
import type { GpuProfile } from './profile.ts';
import type { PendingRead, Readback } from './memory/readback.ts';

/** Maximum number of compute passes that are timed per submission. The command encoder submits when it is reached. */
const MAX_PASSES = 1024;
/**
 * Maximum number of submissions whose times wait for `take`: more than three minutes' worth, at 200 ms each (joint-run.ts). If nobody takes
 * the times, later submissions run untimed.
 */
const MAX_PENDING = 1024;
const NANOSECONDS_PER_MILLISECOND = 1e6;
const BYTES_PER_TIMESTAMP = 8;

/** A compute pass that is timed. */
interface TimedPass {
  readonly clock: StageClock;
  /** The pass's kernel, if it has only one. */
  readonly kernel: KernelName | undefined;
}

/** Times compute passes with timestamp queries. On devices without these queries, no pass is timed and all times are 0. */
export class GpuClocks {
  private readonly queries: GPUQuerySet | undefined;
  private readonly resolvedTimes: GPUBuffer | undefined;
  private passes: TimedPass[] = [];
  private pending: { passes: TimedPass[]; read: PendingRead }[] = [];

  constructor(
    device: GPUDevice,
    private readonly readback: Readback,
    private readonly profile: GpuProfile,
  ) {
    if (!device.features.has('timestamp-query')) return;
    this.queries = device.createQuerySet({ label: 'pass times', type: 'timestamp', count: 2 * MAX_PASSES });
    this.resolvedTimes = device.createBuffer({
      label: 'pass times',
      size: 2 * MAX_PASSES * BYTES_PER_TIMESTAMP,
      usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
    });
  }

  /** Whether no further pass of the present submission can be timed. */
  get isFull(): boolean {
    return this.passes.length === MAX_PASSES;
  }

  /** Returns the part of a pass descriptor that makes the device time the pass. */
  timePass(clock: StageClock, kernel?: KernelName): Pick<GPUComputePassDescriptor, 'timestampWrites'> {
    if (!this.queries || this.isFull || this.pending.length === MAX_PENDING) return {};
    const index = 2 * this.passes.length;
    this.passes.push({ clock, kernel });
    return {
      timestampWrites: { querySet: this.queries, beginningOfPassWriteIndex: index, endOfPassWriteIndex: index + 1 },
    };
  }

  /** Resolves the timestamps; call it when all passes of a submission have been recorded. */
  resolve(encoder: GPUCommandEncoder): void {
    if (!this.queries || !this.resolvedTimes || this.passes.length === 0) return;
    const count = 2 * this.passes.length;
    encoder.resolveQuerySet(this.queries, 0, count, this.resolvedTimes, 0);
    const range = { buffer: this.resolvedTimes, offset: 0, size: count * BYTES_PER_TIMESTAMP };
    this.pending.push({ passes: this.passes, read: this.readback.encode(encoder, [range]) });
    this.passes = [];
  }

  /** Discards passes that were recorded but not submitted. */
  discard(): void {
    this.passes = [];
  }

  /** Returns, for each stage clock (solve, path, ...), the time of the compute passes that were submitted since the last call [ms]. */
  async take(): Promise<Record<StageClock, number>> {
    const times = noTimes();
    const pending = this.pending;
    this.pending = [];
    for (const { passes, read } of pending) {
      const [bytes] = await read.take();
      const stamps = new BigUint64Array(bytes);
      passes.forEach(({ clock, kernel }, i) => {
        // Adapters may reset the counter of their clock, so negative differences count as 0.
        const elapsed = Math.max(0, Number(stamps[2 * i + 1] - stamps[2 * i])) / NANOSECONDS_PER_MILLISECOND;
        times[clock] += elapsed;
        if (kernel) this.profile.addTime(kernel, elapsed);
      });
    }
    return times;
  }

  destroy(): void {
    this.queries?.destroy();
    this.resolvedTimes?.destroy();
  }
}
