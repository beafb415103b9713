import { beforeAll, expect, it } from 'vitest';
import { GpuBuffers } from '../../src/gpu/memory/buffers.ts';
import { DispatchTable } from '../../src/gpu/kernels/dispatch-table.ts';
import { createKernel, type KernelResources } from '../../src/gpu/kernels/kernel.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import { KERNELS } from '../fixtures/kernels.ts';
import { GpuPaths2d } from '../../src/gpu/path-2d/gpu-paths.ts';
import { createPathBody2d } from '../../src/simulation/path-2d/path-body.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { flatShapes } from '../fixtures/flat-shapes.ts';
import { sharedDevice } from '../parity/harness.ts';

// Takes long: every kernel is compiled, beside the tests of the page.

const NAMES = Object.keys(KERNELS) as KernelName[];
/** Dawn takes it; naga, the compiler of wgpu and so of Firefox, wants a return behind the loop. */
const ENDLESS = 'fn first_above(n: u32) -> u32 { var i = n; loop { if (i > 9u) { return i; } i++; } }';

const { world } = boxWorld({ parameters: { ccdOn: 'device', rebuildsOn: 'device' } });
let device: GPUDevice;
let resources: KernelResources;
beforeAll(async () => {
  device = await sharedDevice(world);
  resources = { device, buffer: new GpuBuffers(device, world).get, dispatches: new DispatchTable(device) };
});

/** Makes a pipeline and its bind groups. @returns what the device finds wrong with them, or undefined */
async function errorOf(make: () => Promise<unknown>): Promise<string | undefined> {
  device.pushErrorScope('validation');
  const refused = await make().then(
    () => undefined,
    (error: Error) => error.message,
  );
  return (await device.popErrorScope())?.message ?? refused;
}

it('the kernels are in the words of the page: without comments and indents', () => {
  for (const name of NAMES) expect(KERNELS[name], name).not.toMatch(/\/\/|\n /);
});

it.each(NAMES)('%s compiles', async (name) => {
  expect(await errorOf(() => createKernel(resources, { label: name, code: KERNELS[name] }))).toBeUndefined();
});

it('the kernel of 2D paths compiles', async () => {
  const bodies = flatShapes({ scale: 1, away: 0 }).map(({ topology, positions }) =>
    createPathBody2d(topology, positions),
  );
  expect(await errorOf(() => GpuPaths2d.open(device, bodies))).toBeUndefined();
});

it('refuses what Firefox refuses', async () => {
  const broken = { label: 'endless', code: `${KERNELS.displace}\n${ENDLESS}` };
  expect(await errorOf(() => createKernel(resources, broken))).toMatch(/endless/);
});
