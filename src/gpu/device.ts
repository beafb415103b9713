import type { World } from '../simulation/world.ts';
import { bufferLayout } from './memory/buffer-layout.ts';
import { WORKGROUP_SIZE } from './kernels/constants.ts';
import { packTopology } from './memory/pack-topology.ts';
import { DeviceLostError } from '../simulation/backend.ts';

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

/** Turns the loss of a device into DeviceLostError on whatever waits for it. */
export class DeviceWatch {
  private lost: DeviceLostError | undefined;
  /** What waits; a race with the device's loss would keep every result that ever was. */
  private readonly pending = new Set<(reason: Error) => void>();

  constructor(device: GPUDevice) {
    void device.lost.then(({ reason, message }) => {
      this.lost = new DeviceLostError(`the GPU device was lost (${reason}): ${message}`);
      for (const reject of this.pending) reject(this.lost);
      this.pending.clear();
    });
  }

  /** @throws DeviceLostError when the device is lost before the promise settles, or was the reason for its failure */
  async guard<T>(promise: Promise<T>): Promise<T> {
    try {
      return await this.untilLost(promise);
    } catch (error) {
      // Dawn may reject a wait before it tells of the loss.
      await new Promise((resolve) => setTimeout(resolve, 0));
      throw this.lost ?? error;
    }
  }

  private untilLost<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.lost) reject(this.lost);
      else this.pending.add(reject);
      promise.then(resolve, reject).finally(() => this.pending.delete(reject));
    });
  }
}
