import type { World } from '../simulation/world.ts';

/**
 * Requests a device whose buffers can hold a world, with timestamps where the adapter has them. An adapter gives one device
 * in its life. What the device needs is loaded here, so that whoever has no adapter loads none of it.
 * @throws Error where the adapter's buffers are too small, saying by how much
 */
export async function requestDevice(adapter: GPUAdapter, world: World): Promise<GPUDevice> {
  const device = await import('../gpu/device.ts');
  return device.requestDevice(adapter, world);
}
