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

/** Reusable staging buffers for reading the device's memory. */
export class Readback {
  private readonly free: GPUBuffer[] = [];

  constructor(private readonly device: GPUDevice) {}

  /** Records copies of several ranges into one staging buffer, so that one wait suffices. */
  encode(encoder: GPUCommandEncoder, ranges: readonly Range[]): PendingRead {
    const size = ranges.reduce((sum, range) => sum + range.size, 0);
    if (size === 0) return { take: async () => ranges.map(() => new ArrayBuffer(0)) };
    const staging = this.obtain(size);
    let at = 0;
    for (const range of ranges) {
      if (range.size > 0) encoder.copyBufferToBuffer(range.buffer, range.offset, staging, at, range.size);
      at += range.size;
    }
    return { take: () => this.take(staging, ranges, size) };
  }

  private async take(staging: GPUBuffer, ranges: readonly Range[], size: number): Promise<ArrayBuffer[]> {
    await gpuWait(staging.mapAsync(GPUMapMode.READ, 0, size));
    const mappedBytes = staging.getMappedRange(0, size);
    let at = 0;
    const copies = ranges.map((range) => {
      at += range.size;
      return mappedBytes.slice(at - range.size, at);
    });
    staging.unmap();
    this.free.push(staging);
    return copies;
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
    return this.device.createBuffer({
      label: `staging ${roundedSize}`,
      size: roundedSize,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
  }

  destroy(): void {
    for (const buffer of this.free) buffer.destroy();
  }
}
