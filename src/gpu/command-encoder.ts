import type { Dispatch } from '../simulation/program/pass.ts';
import type { StageClock } from '../simulation/program/stage.ts';
import type { Range } from './memory/buffers.ts';
import type { DispatchTable } from './kernels/dispatch-table.ts';
import type { Kernel } from './kernels/kernel.ts';
import type { KernelName, Kernels } from './kernels/kernels.ts';
import type { GpuProfile } from './profile.ts';
import type { JointRead, PendingRead, Readback } from './memory/readback.ts';
import type { Uploads } from './memory/uploads.ts';
import type { GpuClocks } from './timing.ts';

/** Records dispatches and copies in order, and submits them. Consecutive dispatches with the same clock share a compute pass. */
export class CommandEncoder {
  private encoder: GPUCommandEncoder | undefined;
  private pass: GPUComputePassEncoder | undefined;
  private clock: StageClock | undefined;
  private kernel: KernelName | undefined;
  /** Kernel whose pipeline and buffers are bound in the open compute pass. */
  private boundKernel: Kernel | undefined;
  /** Number of submissions so far. */
  submissions = 0;
  /** First error that the device reported: a bug of ours, or a lack of memory. It arrives no later than the results of its commands. */
  error: GPUError | undefined;

  constructor(
    private readonly device: GPUDevice,
    /** The kernels with their buffers bound; GpuSession.grow replaces them when buffers are replaced. */
    public kernels: Kernels,
    private readonly indirect: GPUBuffer,
    private readonly dispatches: DispatchTable,
    private readonly readback: Readback,
    private readonly uploads: Uploads,
    private readonly clocks: GpuClocks,
    private readonly profile: GpuProfile,
  ) {
    device.addEventListener('uncapturederror', this.keepError);
  }

  /** Keeps the first error that no error scope catches, such as errors of memory, staging buffers or uploads. */
  private readonly keepError = ({ error }: GPUUncapturedErrorEvent): void => {
    this.error ??= error;
  };

  run(clock: StageClock, dispatches: readonly Dispatch[]): void {
    for (const dispatch of dispatches) {
      if (dispatch.count === 0) continue;
      const name = dispatch.kernel as KernelName;
      const kernel = this.kernels[name];
      if (!kernel)
        throw new Error(`No kernel is called '${name}'; expected a name listed in src/gpu/kernels/kernels.ts`);
      const pass = this.openPass(clock, name);
      const isBound = this.boundKernel === kernel;
      this.boundKernel = kernel;
      this.profile.countDispatch(dispatch);
      if (dispatch.indirect === undefined) kernel.encode(pass, dispatch, isBound);
      else kernel.encodeIndirect(pass, this.indirect, dispatch.indirect, dispatch);
    }
  }

  copy(from: Range, to: Range): void {
    this.endPass().copyBufferToBuffer(from.buffer, from.offset, to.buffer, to.offset, from.size);
  }

  /** Records copies of ranges to a staging buffer. Call `take` on the result after the next submit. */
  read(ranges: readonly Range[]): PendingRead {
    return this.readback.encode(this.endPass(), ranges);
  }

  /** Records copies of ranges, as they are at this point, to a read that other points share. */
  addTo(read: JointRead, ranges: readonly Range[]): void {
    read.add(this.endPass(), ranges);
  }

  /** Records a write of host data to the beginning of a range. Commands recorded before still find the data before. */
  write(range: Range, bytes: Uint8Array<ArrayBuffer>): void {
    this.uploads.encode(this.endPass(), range, bytes);
  }

  submit(): void {
    if (!this.encoder) return;
    const encoder = this.endPass();
    this.clocks.resolve(encoder);
    this.profile.submissions++;
    this.submissions++;
    this.device.pushErrorScope('validation');
    this.device.queue.submit([encoder.finish()]);
    this.device.popErrorScope().then(
      (error) => {
        this.error ??= error ?? undefined;
      },
      () => undefined, // The device is lost. Callers that wait for its results get DeviceLostError (DeviceWatch).
    );
    this.encoder = undefined;
    this.dispatches.recycle();
    this.uploads.recycle();
  }

  /** Removes the error listener; the device stays alive. */
  destroy(): void {
    this.device.removeEventListener('uncapturederror', this.keepError);
  }

  /** Discards commands that were recorded but not submitted. */
  discard(): void {
    this.endPass();
    this.encoder = undefined;
    this.clocks.discard();
    this.uploads.recycle();
  }

  private openPass(clock: StageClock, kernel: KernelName): GPUComputePassEncoder {
    const { splitsKernels } = this.profile;
    if (this.pass && this.clock === clock && (!splitsKernels || this.kernel === kernel)) return this.pass;
    if (this.clocks.isFull) this.submit();
    const encoder = this.endPass();
    this.clock = clock;
    this.kernel = kernel;
    this.profile.passes++;
    const times = this.clocks.timePass(clock, splitsKernels ? kernel : undefined);
    this.pass = encoder.beginComputePass({ label: splitsKernels ? kernel : clock, ...times });
    return this.pass;
  }

  private endPass(): GPUCommandEncoder {
    this.pass?.end();
    this.pass = undefined;
    this.boundKernel = undefined;
    this.encoder ??= this.device.createCommandEncoder({ label: 'step' });
    return this.encoder;
  }
}
