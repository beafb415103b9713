import type { Dispatch } from '../simulation/program/pass.ts';
import type { KernelName } from './kernels/kernels.ts';

/** Work of one kernel since the last reset of the profile. */
export interface KernelWork {
  dispatches: number;
  /** Number of elements in direct dispatches. Only the device knows the size of an indirect dispatch; the program's counters tell it. */
  elements: number;
  /** Number of indirect dispatches. */
  indirect: number;
  /** Time by the device's timestamps [ms], if each kernel has its own compute pass (splitsKernels). */
  ms: number;
}

/** Counts work and data transfers of the device, for benchmarks and tests. */
export class GpuProfile {
  submissions = 0;
  /** Number of compute passes. */
  passes = 0;
  dispatches = 0;
  /** Number of times that the host waited for a readback, except for timestamps. */
  waits = 0;
  bytesRead = 0;
  /**
   * Number of times that a program ran again, because a pass used elements that an earlier kernel could not finish, or because a list was
   * too short.
   */
  repeatedRuns = 0;
  /** Whether each kernel gets its own compute pass, so that kernels are timed separately. More passes cost more time. */
  splitsKernels = false;
  readonly kernels = new Map<KernelName, KernelWork>();

  countDispatch({ kernel, count, indirect }: Dispatch): void {
    this.dispatches++;
    if (!this.splitsKernels) return;
    const work = this.workOf(kernel as KernelName);
    work.dispatches++;
    if (indirect === undefined) work.elements += count;
    else work.indirect++;
  }

  addTime(kernel: KernelName, ms: number): void {
    this.workOf(kernel).ms += ms;
  }

  private workOf(kernel: KernelName): KernelWork {
    let work = this.kernels.get(kernel);
    if (!work) {
      work = { dispatches: 0, elements: 0, indirect: 0, ms: 0 };
      this.kernels.set(kernel, work);
    }
    return work;
  }

  reset(): void {
    this.submissions = this.passes = this.dispatches = this.waits = this.bytesRead = this.repeatedRuns = 0;
    this.kernels.clear();
  }
}
