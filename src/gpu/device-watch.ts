import { DeviceLostError } from '../simulation/backend.ts';

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
