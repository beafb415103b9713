import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { GpuBackend } from '../../src/gpu/gpu-backend.ts';
import { measure } from '../../src/simulation/diagnostics/measure.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { sharedDevice } from './harness.ts';

const { world, state } = boxWorld();

async function openGpu(): Promise<GpuBackend> {
  const device = await sharedDevice(world);
  const backend = await openInState({
    world,
    state,
    backend: { device, adapterName: 'test' },
    workers: onThisThread,
  });
  return backend;
}

it('an error that no scope sees fails the next wait, of backends that are open', async () => {
  const device = await sharedDevice(world);
  const backend = await openGpu();
  await backend.read('positions');
  device.createBuffer({ size: 2 * device.limits.maxBufferSize, usage: GPUBufferUsage.COPY_DST });
  await expect(measure(backend)).rejects.toThrow('The device refused work');
  await backend.dispose();
  const next = await openGpu();
  await measure(next);
  await next.dispose();
});

it('a scene that the device refuses opens no backend, and leaves no scope behind', async () => {
  const device = await sharedDevice(world);
  const { createBuffer } = device;
  device.createBuffer = (descriptor) => {
    const { label, size } = descriptor;
    return createBuffer.call(device, label === 'contacts' ? { ...descriptor, size: size + 2 ** 40 } : descriptor);
  };
  try {
    await expect(openGpu()).rejects.toThrow('The device refused the scene');
  } finally {
    device.createBuffer = createBuffer;
  }
  await expect(device.popErrorScope()).rejects.toThrow();
  const next = await openGpu();
  await measure(next);
  await next.dispose();
});
