import type { World } from '../simulation/world.ts';
import { bufferLayout } from './memory/buffer-layout.ts';
import { WORKGROUP_SIZE } from './kernels/constants.ts';
import { packTopology } from './memory/pack-topology.ts';
import { DeviceLostError } from '../simulation/backend.ts';

/** Bytes of the largest buffer of a world. */
export function largestBuffer(world: World): number {
  const words = [...bufferLayout(world, WORKGROUP_SIZE).sizes.values(), packTopology(world).words.length];
  return 4 * Math.max(...words);
}

/**
 * Requests a device that can hold a world, with timestamps if the adapter supports them.
 * @throws Error with both sizes if the adapter's buffers are too small
 */
export const requestDevice = (adapter: GPUAdapter, world: World): Promise<GPUDevice> =>
  requestDeviceFor(adapter, largestBuffer(world));

/** Requests a device that can hold a buffer of `needed` bytes; otherwise as requestDevice. */
export async function requestDeviceFor(adapter: GPUAdapter, needed: number): Promise<GPUDevice> {
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  if (needed > Math.min(maxBufferSize, maxStorageBufferBindingSize)) {
    const largest = Math.min(maxBufferSize, maxStorageBufferBindingSize);
    throw new Error(`The scene needs a buffer of ${needed} bytes, the adapter's largest is ${largest}`);
  }
  const requiredFeatures: GPUFeatureName[] = adapter.features.has('timestamp-query') ? ['timestamp-query'] : [];
  // Request the adapter's maximum, since lists grow while a scene runs.
  const requiredLimits = { maxBufferSize, maxStorageBufferBindingSize };
  return adapter.requestDevice({ label: 'untangle', requiredFeatures, requiredLimits });
}

/** Rejects promises that wait for a device with DeviceLostError when the device is lost. */
export class DeviceWatch {
  private lost: DeviceLostError | undefined;
  /** Reject functions of waiting promises. (Promise.race with the device's loss would keep every result in memory.) */
  private readonly pending = new Set<(reason: Error) => void>();

  constructor(device: GPUDevice) {
    void device.lost.then(({ reason, message }) => {
      this.lost = new DeviceLostError(`the GPU device was lost (${reason}): ${message}`);
      for (const reject of this.pending) reject(this.lost);
      this.pending.clear();
    });
  }

  /** @throws DeviceLostError if the device is lost before the promise settles, or if its loss made the promise fail */
  async guard<T>(promise: Promise<T>): Promise<T> {
    try {
      return await this.untilLost(promise);
    } catch (error) {
      // Dawn may reject the promise before it reports the loss.
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
