import type { Dispatch } from '../simulation/pass.ts';
import type { KernelName } from './kernels/kernels.ts';

/** What one kernel was given since the last reset. */
export interface KernelWork {
  dispatches: number;
  /** Of dispatches whose size the host knows; how many those have whose size the device knows first, counters tell. */
  elements: number;
  indirect: number;
  /** By the device's timestamps, where passes are split by kernel. */
  ms: number;
}

/** What the device was given and what came back, counted on the way: for benchmarks and tests. */
export class GpuProfile {
  submissions = 0;
  passes = 0;
  dispatches = 0;
  /** Times that the host waited for the device to hand something over, timestamps apart. */
  waits = 0;
  bytesRead = 0;
  /** Programs that ran again, since kernels left elements over that nobody had waited for, or a list had no room. */
  redone = 0;
  /** Whether each pass holds one kernel alone, so that kernels are timed one by one; that costs time itself. */
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
