import type { StageClock } from '../simulation/stage.ts';
import { noTimes } from '../simulation/statistics.ts';
import type { PendingRead, Readback } from './readback.ts';

/** Passes timed in one submission; those after it run untimed. */
const MAX_PASSES = 1024;
/** Submissions whose times may wait to be taken. Where nobody takes them, later ones run untimed. */
const MAX_PENDING = 64;
const NANOSECONDS_PER_MILLISECOND = 1e6;
const BYTES_PER_TIMESTAMP = 8;

/** Times passes by the device's timestamps. Without the feature it times nothing. */
export class GpuClocks {
  private readonly queries: GPUQuerySet | undefined;
  private readonly resolved: GPUBuffer | undefined;
  private passes: StageClock[] = [];
  private pending: { clocks: StageClock[]; read: PendingRead }[] = [];

  constructor(
    device: GPUDevice,
    private readonly readback: Readback,
  ) {
    if (!device.features.has('timestamp-query')) return;
    this.queries = device.createQuerySet({ label: 'pass times', type: 'timestamp', count: 2 * MAX_PASSES });
    this.resolved = device.createBuffer({
      label: 'pass times',
      size: 2 * MAX_PASSES * BYTES_PER_TIMESTAMP,
      usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
    });
  }

  /** What the descriptor of a pass needs to be timed. */
  timePass(clock: StageClock): Pick<GPUComputePassDescriptor, 'timestampWrites'> {
    if (!this.queries || this.passes.length === MAX_PASSES || this.pending.length === MAX_PENDING) return {};
    const index = 2 * this.passes.length;
    this.passes.push(clock);
    return {
      timestampWrites: { querySet: this.queries, beginningOfPassWriteIndex: index, endOfPassWriteIndex: index + 1 },
    };
  }

  /** To be called when all passes of a submission have been recorded. */
  resolve(encoder: GPUCommandEncoder): void {
    if (!this.queries || !this.resolved || this.passes.length === 0) return;
    const count = 2 * this.passes.length;
    encoder.resolveQuerySet(this.queries, 0, count, this.resolved, 0);
    const range = { buffer: this.resolved, offset: 0, size: count * BYTES_PER_TIMESTAMP };
    this.pending.push({ clocks: this.passes, read: this.readback.encode(encoder, [range]) });
    this.passes = [];
  }

  /** Forgets passes that were recorded and not submitted. */
  discard(): void {
    this.passes = [];
  }

  /** Milliseconds by clock of everything submitted since the last call. */
  async take(): Promise<Record<StageClock, number>> {
    const times = noTimes();
    const pending = this.pending;
    this.pending = [];
    for (const { clocks, read } of pending) {
      const [bytes] = await read.take();
      const stamps = new BigUint64Array(bytes);
      clocks.forEach((clock, i) => {
        // Adapters may set their counter back; a pass never takes negative time.
        const elapsed = Number(stamps[2 * i + 1] - stamps[2 * i]);
        times[clock] += Math.max(0, elapsed) / NANOSECONDS_PER_MILLISECOND;
      });
    }
    return times;
  }

  destroy(): void {
    this.queries?.destroy();
    this.resolved?.destroy();
  }
}
