import type { World } from '../simulation/world/world.ts';
import { bufferLayout } from './memory/buffer-layout.ts';
import { WORKGROUP_SIZE } from './kernels/constants.ts';
import { packTopology } from './memory/pack-topology.ts';
import { runsInSoftware } from './software.ts';
import { DeviceLostError } from '../simulation/backend.ts';

/** Returns the size of the largest buffer of a world [bytes]. */
export function largestBuffer(world: World): number {
  const words = [...bufferLayout(world, WORKGROUP_SIZE).sizes.values(), packTopology(world).words.length];
  return 4 * Math.max(...words);
}

/**
 * Requests a device that can hold a world, with timestamps and subgroups if the adapter supports them.
 * @throws Error with both sizes if the adapter's buffers are too small
 */
export const requestDevice = (adapter: GPUAdapter, world: World): Promise<GPUDevice> =>
  requestDeviceFor(adapter, largestBuffer(world));

const OPTIONAL_FEATURES: readonly GPUFeatureName[] = ['timestamp-query', 'subgroups'];

/**
 * Whether kernels on a device use subgroups by default: if it has them, but not if software emulates the GPU. There they gain microseconds
 * of long steps, which aren't worth fetching another script (docs/performance.md).
 */
export const prefersSubgroups = ({ features, adapterInfo }: Pick<GPUDevice, 'features' | 'adapterInfo'>): boolean =>
  features.has('subgroups') && !runsInSoftware(adapterInfo);

/** Requests a device as requestDevice does, but for a largest buffer of `needed` bytes. */
export async function requestDeviceFor(adapter: GPUAdapter, needed: number): Promise<GPUDevice> {
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  if (needed > Math.min(maxBufferSize, maxStorageBufferBindingSize)) {
    const largest = Math.min(maxBufferSize, maxStorageBufferBindingSize);
    throw new Error(`The scene needs a buffer of ${needed} bytes; the adapter's largest has ${largest}`);
  }
  const requiredFeatures = OPTIONAL_FEATURES.filter((feature) => adapter.features.has(feature));
  // Request the adapter's maximum buffer sizes, since lists grow while a scene runs.
  const requiredLimits = { maxBufferSize, maxStorageBufferBindingSize };
  return adapter.requestDevice({ label: 'untangle', requiredFeatures, requiredLimits });
}

/**
 * Greatest time from a failure that a loss causes until the loss itself is reported [ms]. A browser's drawing process that is busy took longer
 * than half a second.
 */
const LOSS_PATIENCE = 10_000;

/** Tests whether a mapping was aborted, which a device's loss alone does here: no buffer is unmapped while it is being mapped. */
const isAborted = (error: unknown): boolean => (error as Error | undefined)?.name === 'AbortError';

/** Awaits promises of a device's work. If the device is lost meanwhile, they reject with DeviceLostError instead of staying pending. */
export class DeviceWatch {
  private loss: DeviceLostError | undefined;
  /** Reject functions of the promises that wait. (Promise.race with `device.lost` would keep every result in memory.) */
  private readonly pending = new Set<(reason: Error) => void>();

  constructor(private readonly device: GPUDevice) {
    void device.lost.then(({ reason, message }) => {
      this.loss = new DeviceLostError(`the GPU device was lost (${reason}): ${message}`);
      for (const reject of this.pending) reject(this.loss);
      this.pending.clear();
    });
  }

  /**
   * Awaits a promise.
   * @throws DeviceLostError if the device is lost before the promise settles, or if the promise failed because the device was lost
   */
  async guard<T>(promise: Promise<T>): Promise<T> {
    try {
      return await this.untilLost(promise);
    } catch (error) {
      // Dawn may reject the promise before it reports the device's loss, so wait for that report.
      await this.lossOrTime(isAborted(error) ? LOSS_PATIENCE : 0);
      throw this.loss ?? error;
    }
  }

  private async lossOrTime(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const time = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.device.lost, time]);
    clearTimeout(timer);
  }

  private untilLost<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.loss) reject(this.loss);
      else this.pending.add(reject);
      promise.then(resolve, reject).finally(() => this.pending.delete(reject));
    });
  }
}
