import type { World } from '../simulation/world.ts';
import { bufferLayout } from './buffer-layout.ts';
import { WORKGROUP_SIZE } from './constants.ts';
import { packTopology } from './pack-topology.ts';

/** Storage buffers that a kernel may bind: what Firefox and macOS give, and WebGPU's default. */
export const STORAGE_BUFFERS_PER_KERNEL = 8;

/** Bytes of the largest buffer that a world needs. */
export function largestBuffer(world: World): number {
  const words = [...bufferLayout(world, WORKGROUP_SIZE).sizes.values(), packTopology(world).words.length];
  return 4 * Math.max(...words);
}

/**
 * Requests a device that can hold a world, with timestamps where the adapter has them.
 * @throws Error where the adapter's buffers are too small, saying by how much
 */
export const requestDevice = (adapter: GPUAdapter, world: World): Promise<GPUDevice> =>
  requestDeviceFor(adapter, largestBuffer(world));

/** The same for what needs a buffer of so many bytes. */
export async function requestDeviceFor(adapter: GPUAdapter, needed: number): Promise<GPUDevice> {
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  if (needed > Math.min(maxBufferSize, maxStorageBufferBindingSize)) {
    const largest = Math.min(maxBufferSize, maxStorageBufferBindingSize);
    throw new Error(`The scene needs a buffer of ${needed} bytes, the adapter's largest is ${largest}`);
  }
  const requiredFeatures: GPUFeatureName[] = adapter.features.has('timestamp-query') ? ['timestamp-query'] : [];
  // As long as they come: lists grow while a scene runs.
  const requiredLimits = { maxBufferSize, maxStorageBufferBindingSize };
  return adapter.requestDevice({ label: 'untangle', requiredFeatures, requiredLimits });
}
