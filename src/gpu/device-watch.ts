import { WorkLostError } from '../simulation/backend.ts';

/** Turns the loss of a device into WorkLostError on whatever waits for it. */
export class DeviceWatch {
  private readonly lost: Promise<never>;
  private reason: string | undefined;

  constructor(device: GPUDevice) {
    this.lost = device.lost.then(({ reason, message }) => {
      this.reason = `the GPU device was lost (${reason}): ${message}`;
      throw new WorkLostError(this.reason);
    });
    // Nobody has to wait for it.
    this.lost.catch(() => {});
  }

  /** @throws WorkLostError when the device is lost before the promise settles, or was the reason for its failure */
  async guard<T>(promise: Promise<T>): Promise<T> {
    try {
      return await Promise.race([promise, this.lost]);
    } catch (error) {
      // Dawn may reject a wait before it tells of the loss.
      await Promise.race([this.lost, new Promise((resolve) => setTimeout(resolve, 0))]);
      throw error;
    }
  }
}
