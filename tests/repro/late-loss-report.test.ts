import { expect, test } from 'vitest';
import { DeviceWatch } from '../../src/gpu/device.ts';
import { DeviceLostError } from '../../src/simulation/backend.ts';

// On a busy machine a browser aborted a mapping more than half a second before it reported the device's loss. The page took that for a failure
// of its own, and stopped.

const LOSS = { reason: 'destroyed', message: 'gone' } as GPUDeviceLostInfo;

test('an aborted mapping waits for the report of the loss, however late', async () => {
  let lose = (_: GPUDeviceLostInfo) => {};
  const lost = new Promise<GPUDeviceLostInfo>((resolve) => {
    lose = resolve;
  });
  const watch = new DeviceWatch({ lost } as GPUDevice);
  let isSettled = false;
  const guarded = watch.guard(Promise.reject(new DOMException('unmapped', 'AbortError'))).catch((error: unknown) => {
    isSettled = true;
    return error;
  });
  for (let task = 0; task < 20; task++) await new Promise((resolve) => setTimeout(resolve, 0));
  expect(isSettled).toBe(false);
  lose(LOSS);
  expect(await guarded).toBeInstanceOf(DeviceLostError);
});
