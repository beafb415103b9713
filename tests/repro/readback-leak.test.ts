import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { DeviceWatch } from '../../src/gpu/device.ts';
import { DeviceLostError } from '../../src/simulation/backend.ts';

// Only the property `lost` is used.
const deviceWith = (lost: Promise<Pick<GPUDeviceLostInfo, 'reason' | 'message'>>) => ({ lost }) as GPUDevice;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('readback results can be garbage collected while the device is alive', async () => {
  const watch = new DeviceWatch(deviceWith(new Promise(() => {})));
  const results: WeakRef<ArrayBuffer>[] = [];
  for (let i = 0; i < 20; i++) {
    const bytes = await watch.guard(Promise.resolve(new ArrayBuffer(1024)));
    results.push(new WeakRef(bytes));
  }
  // Weak references keep their target until the end of the event loop's turn.
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
  // A register may still hold the last result.
  expect(results.filter((result) => result.deref()).length).toBeLessThanOrEqual(1);
});

it('the loss of the device ends all waits, also later ones', async () => {
  let lose = (_: Pick<GPUDeviceLostInfo, 'reason' | 'message'>) => {};
  const watch = new DeviceWatch(
    deviceWith(
      new Promise((resolve) => {
        lose = resolve;
      }),
    ),
  );
  const waits = [watch.guard(new Promise(() => {})), watch.guard(new Promise(() => {}))];
  lose({ reason: 'unknown', message: 'unplugged' });
  for (const wait of waits) await expect(wait).rejects.toBeInstanceOf(DeviceLostError);
  await expect(watch.guard(new Promise(() => {}))).rejects.toThrow('unplugged');
});

it('another failure is passed on unchanged', async () => {
  const watch = new DeviceWatch(deviceWith(new Promise(() => {})));
  await expect(watch.guard(Promise.reject(new RangeError('too far')))).rejects.toBeInstanceOf(RangeError);
});
