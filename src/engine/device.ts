import type { World } from '../simulation/world.ts';

/** Loaded on demand, so that callers without an adapter needn't load it. */
const load = () => import('../gpu/device.ts');

/**
 * Requests a device whose buffers can hold a world, with timestamps where the adapter has them. An adapter gives one device
 * in its life.
 * @throws Error where the adapter's buffers are too small, saying by how much
 */
export const requestDevice = async (adapter: GPUAdapter, world: World): Promise<GPUDevice> =>
  (await load()).requestDevice(adapter, world);

/** Size of the largest buffer that a world needs on a device [bytes]. */
export const largestBuffer = async (world: World): Promise<number> => (await load()).largestBuffer(world);
