import { expect, it, vi } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { GpuBackend } from '../../src/gpu/gpu-backend.ts';
import { measure } from '../../src/simulation/diagnostics/measure.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { sharedDevice } from './harness.ts';

// By regions, steps of bodies that are deep in one another need the pool, so that they run one by one anyway.
const { world, state } = boxWorld({ parameters: { recovery: 'paths' } });

async function openGpu(): Promise<GpuBackend> {
  const device = await sharedDevice(world);
  const backend = await openInState({
    world,
    state,
    backend: { device, adapterName: 'test' },
    workers: onThisThread,
  });
  return backend;
}

it('an error that no scope sees fails the next wait, of backends that are open', async () => {
  const device = await sharedDevice(world);
  const backend = await openGpu();
  await backend.read('positions');
  device.createBuffer({ size: 2 * device.limits.maxBufferSize, usage: GPUBufferUsage.COPY_DST });
  await expect(measure(backend)).rejects.toThrow('The device refused work');
  await backend.dispose();
  const next = await openGpu();
  await measure(next);
  await next.dispose();
});

it('a scene that the device refuses opens no backend, and leaves no scope behind', async () => {
  const device = await sharedDevice(world);
  const { createBuffer } = device;
  device.createBuffer = (descriptor) => {
    const { label, size } = descriptor;
    return createBuffer.call(device, label === 'contacts' ? { ...descriptor, size: size + 2 ** 40 } : descriptor);
  };
  try {
    await expect(openGpu()).rejects.toThrow('The device refused the scene');
  } finally {
    device.createBuffer = createBuffer;
  }
  await expect(device.popErrorScope()).rejects.toThrow();
  const next = await openGpu();
  await measure(next);
  await next.dispose();
});

it('a scene whose kernels do not compile leaves no buffers behind', async () => {
  const device = await sharedDevice(world);
  const made: { readonly destroy: unknown }[] = [];
  const { createBuffer } = device;
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer.call(device, descriptor);
    made.push({ destroy: vi.spyOn(buffer, 'destroy') });
    return buffer;
  };
  try {
    const overrides = { displace: { NO_SUCH_CONSTANT: 1 } };
    const opening = openInState({
      world,
      state,
      backend: { device, adapterName: 'test', overrides },
      workers: onThisThread,
    });
    await expect(opening).rejects.toThrow('displace');
  } finally {
    device.createBuffer = createBuffer;
  }
  expect(made.length).toBeGreaterThan(20);
  for (const { destroy } of made) expect(destroy).toHaveBeenCalled();
});

it('without memory for copies of a frame’s start, steps run one by one, to the same bits', async () => {
  const device = await sharedDevice(world);
  const parameters = { ...defaultParameters(), mode: 'dcd', recovery: 'paths' } as const;
  const hashOf = async (lacksMemory: boolean) => {
    const backend = await openGpu();
    const { createBuffer, popErrorScope } = device;
    if (lacksMemory)
      device.createBuffer = (descriptor) => {
        if (descriptor.label?.startsWith('start of'))
          device.popErrorScope = async () => {
            device.popErrorScope = popErrorScope;
            await popErrorScope.call(device);
            return { message: 'no memory' };
          };
        return createBuffer.call(device, descriptor);
      };
    try {
      const simulator = new Simulator(backend, parameters);
      await simulator.frame({ steps: 2 });
      const together = simulator.readback!.waits === 1;
      await simulator.frame({ steps: 2 });
      return { hash: await simulator.hash(), together, stillTogether: simulator.readback!.waits === 1 };
    } finally {
      Object.assign(device, { createBuffer, popErrorScope });
      await backend.dispose();
    }
  };
  const whole = await hashOf(false);
  expect(whole).toMatchObject({ together: true, stillTogether: true });
  expect(await hashOf(true)).toEqual({ hash: whole.hash, together: false, stillTogether: false });
});
