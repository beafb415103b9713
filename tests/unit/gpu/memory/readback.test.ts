import { afterEach, expect, it, vi } from 'vitest';
import { Readback } from '../../../../src/gpu/memory/readback.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A device that only keeps count of its buffers. */
function fakeDevice() {
  const alive = new Set<object>();
  const createBuffer = ({ size }: { size: number }) => {
    const buffer = {
      size,
      mapAsync: async () => undefined,
      getMappedRange: (at: number, bytes: number) => new ArrayBuffer(bytes - at),
      unmap: () => undefined,
      destroy: () => alive.delete(buffer),
    };
    alive.add(buffer);
    return buffer;
  };
  return { device: { createBuffer, limits: { maxBufferSize: 1e6 } } as unknown as GPUDevice, alive };
}

it('destroys the staging buffers of all reads, taken or not', async () => {
  vi.stubGlobal('GPUBufferUsage', { MAP_READ: 1, COPY_DST: 8 });
  vi.stubGlobal('GPUMapMode', { READ: 1 });
  const { device, alive } = fakeDevice();
  const readback = new Readback(device);
  const encoder = { copyBufferToBuffer: () => undefined } as unknown as GPUCommandEncoder;
  const range = { buffer: {} as GPUBuffer, offset: 0, size: 64 };
  const taken = readback.encode(encoder, [range]);
  // Times of the last submission are taken by no one once the scene is left.
  readback.encode(encoder, [range]);
  expect((await taken.take()).map(({ byteLength }) => byteLength)).toEqual([64]);
  // A buffer that was taken is used again.
  readback.encode(encoder, [range]);
  expect(alive.size).toBe(2);
  readback.destroy();
  expect(alive.size).toBe(0);
});
