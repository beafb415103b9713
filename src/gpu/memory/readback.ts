import type { Range } from './buffers.ts';

/** Interval at which Node polls the device [ms]. */
const POLL_INTERVAL = 0.3;
/** Memory for Atomics.wait, by which gpuWait sleeps; undefined on pages without shared memory. */
const sleeper = typeof SharedArrayBuffer === 'undefined' ? undefined : new Int32Array(new SharedArrayBuffer(4));
const runsInNode = typeof process === 'object' && typeof process.versions?.node === 'string';

/**
 * Awaits a promise of the device. In Node, Dawn polls without a pause while its promises are awaited. That would take the core on which
 * a software adapter computes, so in Node this function sleeps between polls. A page must not block, and has no need to.
 */
async function gpuWait<T>(promise: Promise<T>): Promise<T> {
  if (!runsInNode || !sleeper) return promise;
  let done = false;
  const settle = () => {
    done = true;
  };
  promise.then(settle, settle);
  while (!done) {
    Atomics.wait(sleeper, 0, 0, POLL_INTERVAL);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return promise;
}

/** Recorded copies to a staging buffer. */
export interface PendingRead {
  /** Waits for the copies and returns the bytes of each range. Call `take` after the recorded commands have been submitted. */
  take(): Promise<ArrayBuffer[]>;
}

/** A staging buffer that copies from several points of the recorded commands share, so that one wait suffices for all. */
export class JointRead implements PendingRead {
  private readonly sizes: number[] = [];
  private used = 0;

  /** @param staging has room for all copies; undefined if these have no bytes    @param release called when the host has the bytes */
  constructor(
    private readonly staging: GPUBuffer | undefined,
    private readonly release: (staging: GPUBuffer) => void,
  ) {}

  /** Records copies of ranges as they are at this point. */
  add(encoder: GPUCommandEncoder, ranges: readonly Range[]): void {
    for (const { buffer, offset, size } of ranges) {
      if (size > 0) encoder.copyBufferToBuffer(buffer, offset, this.staging as GPUBuffer, this.used, size);
      this.sizes.push(size);
      this.used += size;
    }
  }

  async take(): Promise<ArrayBuffer[]> {
    const { staging } = this;
    if (!staging || this.used === 0) return this.sizes.map(() => new ArrayBuffer(0));
    await gpuWait(staging.mapAsync(GPUMapMode.READ, 0, this.used));
    const mappedBytes = staging.getMappedRange(0, this.used);
    let at = 0;
    const copies = this.sizes.map((size) => {
      at += size;
      return mappedBytes.slice(at - size, at);
    });
    staging.unmap();
    this.release(staging);
    return copies;
  }
}

/** Reusable staging buffers for reading the device's memory. */
export class Readback {
  private readonly free: GPUBuffer[] = [];
  /** All staging buffers, also those of reads that nobody takes, as times of the last submission. */
  private readonly made: GPUBuffer[] = [];

  constructor(private readonly device: GPUDevice) {}

  /** Records copies of several ranges into one staging buffer. */
  encode(encoder: GPUCommandEncoder, ranges: readonly Range[]): PendingRead {
    const read = this.begin(ranges.reduce((sum, range) => sum + range.size, 0));
    read.add(encoder, ranges);
    return read;
  }

  /** Returns a read without copies, with room for `size` bytes. */
  begin(size: number): JointRead {
    return new JointRead(size === 0 ? undefined : this.obtain(size), (staging) => this.free.push(staging));
  }

  /** Returns the smallest free staging buffer that is large enough, or a new one. A new size is rounded up, so that it fits later reads. */
  private obtain(size: number): GPUBuffer {
    const fitting = this.free.filter((buffer) => buffer.size >= size).sort((a, b) => a.size - b.size);
    if (fitting.length > 0) {
      this.free.splice(this.free.indexOf(fitting[0]), 1);
      return fitting[0];
    }
    const powerOfTwo = 2 ** Math.ceil(Math.log2(Math.max(256, size)));
    const roundedSize = Math.max(size, Math.min(powerOfTwo, this.device.limits.maxBufferSize));
    const staging = this.device.createBuffer({
      label: `staging ${roundedSize}`,
      size: roundedSize,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    this.made.push(staging);
    return staging;
  }

  destroy(): void {
    for (const buffer of this.made) buffer.destroy();
  }
}
