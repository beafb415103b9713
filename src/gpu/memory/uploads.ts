import type { Range } from './buffers.ts';

/** Least size of the buffer that uploads pass through [bytes]: room for the inputs of a frame's steps in a scene with a small script. */
const LEAST_SIZE = 2 ** 16;

/**
 * Writes host data into buffers between recorded commands. A write of the queue would take effect before all of them, but each step of a
 * frame needs inputs of its own. So the data are written to a buffer of this class at once, and a recorded copy brings them to their place.
 */
export class Uploads {
  private buffer: GPUBuffer | undefined;
  /** Number of bytes of the buffer that recorded copies read. */
  private used = 0;
  /** Buffers that were too small. Recorded copies may still read them. */
  private readonly outgrown: GPUBuffer[] = [];

  constructor(private readonly device: GPUDevice) {}

  /** Records a copy of `bytes` to the beginning of a range. The number of bytes must be a multiple of 4. */
  encode(encoder: GPUCommandEncoder, { buffer, offset }: Range, bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.byteLength === 0) return;
    const from = this.reserve(bytes.byteLength);
    this.device.queue.writeBuffer(from, this.used, bytes);
    encoder.copyBufferToBuffer(from, this.used, buffer, offset, bytes.byteLength);
    this.used += bytes.byteLength;
  }

  /** Returns the buffer. If it has less than `size` bytes left, makes a larger one. */
  private reserve(size: number): GPUBuffer {
    if (this.buffer && this.used + size <= this.buffer.size) return this.buffer;
    if (this.buffer) this.outgrown.push(this.buffer);
    this.used = 0;
    this.buffer = this.device.createBuffer({
      label: 'uploads',
      size: Math.max(LEAST_SIZE, 2 * (this.buffer?.size ?? 0), size),
      usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
    return this.buffer;
  }

  /** Frees what the recorded copies needed. Call it when they have been submitted or discarded. */
  recycle(): void {
    this.used = 0;
    for (const buffer of this.outgrown.splice(0)) buffer.destroy();
  }

  destroy(): void {
    this.recycle();
    this.buffer?.destroy();
  }
}
