import type { Dispatch } from '../simulation/pass.ts';
import type { KernelName } from './kernels/kernels.ts';

/** Work of one kernel since the last reset. */
export interface KernelWork {
  dispatches: number;
  /** Elements of direct dispatches; the size of indirect ones is known on the device only (see counters). */
  elements: number;
  indirect: number;
  /** Milliseconds by the device's timestamps, if passes are split by kernel. */
  ms: number;
}

/** Counts work and data transfers of the device, for benchmarks and tests. */
export class GpuProfile {
  submissions = 0;
  passes = 0;
  dispatches = 0;
  /** Number of times that the host waited for a readback, except for timestamps. */
  waits = 0;
  bytesRead = 0;
  /** Programs that were repeated, because leftovers were used or a list was too short. */
  redone = 0;
  /** Whether each kernel gets its own pass, so that kernels are timed separately; this costs time itself. */
  splitsKernels = false;
  readonly kernels = new Map<KernelName, KernelWork>();

  countDispatch({ kernel, count, indirect }: Dispatch): void {
    this.dispatches++;
    if (!this.splitsKernels) return;
    const work = this.of(kernel as KernelName);
    work.dispatches++;
    if (indirect === undefined) work.elements += count;
    else work.indirect++;
  }

  addTime(kernel: KernelName, ms: number): void {
    this.of(kernel).ms += ms;
  }

  private of(kernel: KernelName): KernelWork {
    let work = this.kernels.get(kernel);
    if (!work) {
      work = { dispatches: 0, elements: 0, indirect: 0, ms: 0 };
      this.kernels.set(kernel, work);
    }
    return work;
  }

  reset(): void {
    this.submissions = this.passes = this.dispatches = this.waits = this.bytesRead = this.redone = 0;
    this.kernels.clear();
  }
}
