import { beforeAll, describe, expect, it } from 'vitest';
import prefixSum from '../../shaders/shared/prefix-sum.wgsl';
import prefixSumOfSubgroups from '../../shaders/shared/prefix-sum-subgroups.wgsl';
import { openInState } from '../../src/engine/open-backend.ts';
import { WORKGROUP_SIZE } from '../../src/gpu/kernels/constants.ts';
import { assemble } from '../../src/gpu/kernels/wgsl.ts';
import { onThisThread } from '../../src/index.ts';
import { openAdapter } from '../../src/node/dawn.ts';
import { CONTACTS_OF_CCD } from '../../src/simulation/contacts/ccd/passes.ts';
import { queryDispatches, refitDispatches } from '../../src/simulation/detect/passes.ts';
import { initialOrders } from '../../src/simulation/detect/rebuild.ts';
import { rebuildDispatches } from '../../src/simulation/detect/rebuild-passes.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { COUNTERS, type StateArray } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld, PILE, seededRandom } from '../fixtures/box-world.ts';
import { MOTION_CASES, sweptContext } from '../fixtures/motions.ts';
import { isFull, some } from '../fixtures/tier.ts';
import { dispatchesOf, type KernelRun, runKernel, sharedDevice } from './harness.ts';

// Takes long: kernels are compiled with and without subgroups.
const NO_SUBGROUPS = 'the adapter has no subgroups';
let device: GPUDevice;
beforeAll(async () => {
  device = await sharedDevice(boxWorld().world);
});
const hasSubgroups = (): boolean => device.features.has('subgroups');

/** WGSL's functions of subgroups, each in terms of workgroup memory: subgroups are ranges of invocations that a buffer tells. */
const EMULATION = `
@group(0) @binding(3) var<storage, read> ranges: array<vec2u>;
var<workgroup> shown: array<u32, WORKGROUP_SIZE>;
fn emulated_range_sum(value: u32, begin: u32, end: u32) -> u32 {
  shown[invocation] = value;
  workgroupBarrier();
  var sum = 0u;
  for (var k = begin; k < end; k++) { sum += shown[k]; }
  workgroupBarrier();
  return sum;
}
fn emulatedExclusiveAdd(value: u32) -> u32 { return emulated_range_sum(value, ranges[invocation].x, invocation); }
fn emulatedInclusiveAdd(value: u32) -> u32 { return emulated_range_sum(value, ranges[invocation].x, invocation + 1u); }
fn emulatedAdd(value: u32) -> u32 { return emulated_range_sum(value, ranges[invocation].x, ranges[invocation].y); }
fn emulatedBroadcastFirst(value: u32) -> u32 {
  return emulated_range_sum(value, ranges[invocation].x, ranges[invocation].x + 1u);
}
fn emulatedAll(value: bool) -> bool { return emulatedAdd(select(1u, 0u, value)) == 0u; }`;

/** Calls prefix_sum twice, since kernels may, the second time for the sums of the first. */
const MAIN = `
@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read> threads: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<vec2u>;
var<private> invocation: u32;
@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) index: u32) {
  invocation = index;
  let thread = threads[index];
  let once = prefix_sum(thread, numbers[thread]);
  sums[thread] = vec2u(once, prefix_sum(thread, once));
}`;

const FORMS = {
  plain: prefixSum,
  subgroups: prefixSumOfSubgroups,
  emulated: prefixSumOfSubgroups.replace(/\bsubgroup(?=[A-Z])/g, 'emulated') + EMULATION,
} as const;

function bufferOf(contents: Uint32Array<ArrayBuffer>, usage: GPUBufferUsageFlags): GPUBuffer {
  const buffer = device.createBuffer({ size: contents.byteLength, usage: usage | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(buffer, 0, contents);
  return buffer;
}

const pipelines = new Map<string, Promise<GPUComputePipeline>>();
function pipelineOf(form: keyof typeof FORMS, size: number): Promise<GPUComputePipeline> {
  const key = `${form} ${size}`;
  const { code } = assemble({ label: key, code: FORMS[form] + MAIN });
  const enabled = form === 'subgroups' ? `enable subgroups;\n${code}` : code;
  const compute = { module: device.createShaderModule({ code: enabled }), constants: { WORKGROUP_SIZE: size } };
  const pipeline = pipelines.get(key) ?? device.createComputePipelineAsync({ layout: 'auto', compute });
  pipelines.set(key, pipeline);
  return pipeline;
}

/**
 * Runs prefix_sum in one workgroup.
 * @param threads the thread that each invocation passes
 * @param sizes of the emulated subgroups
 */
async function sumsOf(
  form: keyof typeof FORMS,
  numbers: Uint32Array<ArrayBuffer>,
  threads: readonly number[],
  sizes: readonly number[],
): Promise<Uint32Array> {
  const size = numbers.length;
  const pipeline = await pipelineOf(form, size);
  const ranges = sizes.flatMap((length, group) => {
    const begin = sizes.slice(0, group).reduce((sum, other) => sum + other, 0);
    return Array.from({ length }, () => [begin, begin + length]);
  });
  const { STORAGE, COPY_SRC, MAP_READ } = GPUBufferUsage;
  const sums = bufferOf(new Uint32Array(2 * size), STORAGE | COPY_SRC);
  const buffers = [bufferOf(numbers, STORAGE), bufferOf(Uint32Array.from(threads), STORAGE), sums];
  if (form === 'emulated') buffers.push(bufferOf(Uint32Array.from(ranges.flat()), STORAGE));
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const read = device.createBuffer({ size: sums.size, usage: MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(sums, 0, read, 0, sums.size);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(GPUMapMode.READ);
  const found = new Uint32Array(read.getMappedRange().slice());
  for (const buffer of [...buffers, read]) buffer.destroy();
  return found;
}

function exactSums(numbers: Uint32Array): Uint32Array {
  const expected = new Uint32Array(2 * numbers.length);
  let [once, twice] = [0, 0];
  numbers.forEach((number, thread) => {
    once = (once + number) >>> 0;
    twice = (twice + once) >>> 0;
    expected.set([once, twice], 2 * thread);
  });
  return expected;
}

/** Threads in the order of invocations, of which subgroups are ranges. */
const ORDERS: Readonly<Record<string, (i: number, size: number) => number>> = {
  'in order': (i) => i,
  reversed: (i, size) => size - 1 - i,
  'shifted by one': (i, size) => (i + 1) % size,
  'halves in order, the second first': (i, size) => (i + size / 2) % size,
  'every eighth': (i, size) => (i % 8) * (size / 8) + Math.floor(i / 8),
  'the second half reversed': (i, size) => (i < size / 2 ? i : 1.5 * size - 1 - i),
};
const SIZES = [64, 256, 48];
/** Sizes of subgroups in a workgroup: equal ones, as far as they fit, and mixed ones. */
const equal = (subgroup: number, size: number): number[] =>
  Array.from({ length: Math.ceil(size / subgroup) }, (_, k) => Math.min(subgroup, size - subgroup * k));
const MIXED = { 64: [16, 16, 32], 256: [64, 32, 32, 128], 48: [12, 4, 12, 4, 12, 4] } as const;

const randomNumbers = (size: number): Uint32Array<ArrayBuffer> => {
  const random = seededRandom(size);
  return Uint32Array.from({ length: size }, () => Math.floor(random() * 2 ** 32));
};

describe.each(some(SIZES, 1))('the prefix sum of a workgroup of %i is exact', (size) => {
  const numbers = randomNumbers(size);
  const expected = exactSums(numbers);
  const ordersOf = some(Object.entries(ORDERS), 2).map(
    ([name, threadAt]) => [name, Array.from({ length: size }, (_, i) => threadAt(i, size))] as const,
  );

  it.each(ordersOf)('with emulated subgroups of every size, threads %s', async (_, threads) => {
    expect(new Set(threads).size).toBe(size);
    const subgroups = [1, 2, 3, 4, 8, 16, 32, 64, 128].map((subgroup) => equal(subgroup, size));
    for (const sizes of [...subgroups, MIXED[size as keyof typeof MIXED]])
      expect(await sumsOf('emulated', numbers, threads, sizes), sizes.join()).toEqual(expected);
  });

  it.for(ordersOf)('with the subgroups of the adapter, threads %s', async ([, threads], { skip }) => {
    skip(!hasSubgroups(), NO_SUBGROUPS);
    expect(await sumsOf('subgroups', numbers, threads, [])).toEqual(expected);
  });

  it.each(ordersOf)('without subgroups, threads %s', async (_, threads) => {
    expect(await sumsOf('plain', numbers, threads, [])).toEqual(expected);
  });
});

it('a workgroup of one thread has its own number as its sum', async () => {
  const numbers = randomNumbers(1);
  for (const form of ['emulated', 'plain'] as const)
    expect(await sumsOf(form, numbers, [0], [1])).toEqual(exactSums(numbers));
});

/** Runs kernels without subgroups and with them. */
async function runBoth<A extends StateArray>(run: KernelRun<A>) {
  return { plain: await runKernel(run), fast: await runKernel({ ...run, subgroups: true }) };
}

describe('kernels have the same bits with subgroups as without', () => {
  const blocks = WORKGROUP_SIZE + 3;
  const { world, state } = boxWorld({
    bodies: 170,
    shifts: Array.from({ length: 170 }, (_, i) => [3 * i, 0, 0]),
  });
  const counts = [1, WORKGROUP_SIZE - 1, WORKGROUP_SIZE, WORKGROUP_SIZE + 1, WORKGROUP_SIZE * (blocks - 1) + 1];

  it.for(counts)('places of the queries of %i points', async (count, { skip }) => {
    skip(!hasSubgroups(), NO_SUBGROUPS);
    expect(world.points.count).toBeGreaterThanOrEqual(count);
    const random = seededRandom(count);
    state.pairCounts.forEach((_, i) => {
      state.pairCounts[i] = Math.floor(random() * 4);
    });
    const dispatches = queryDispatches(count).slice(0, 2);
    expect(dispatches.map(({ kernel }) => kernel)).toEqual(['scanBlocks', 'scanSums']);
    const words = { buffer: 'block_sums', first: 0, count: Math.ceil(count / WORKGROUP_SIZE) };
    const read = ['pairOffsets', 'counters'] as const;
    const { plain, fast } = await runBoth({ label: 'scan', world, state, dispatches, read, words });
    expect(fast).toEqual(plain);
    let total = 0;
    let block = 0;
    for (let i = 0; i < count; i++) {
      if (i % WORKGROUP_SIZE === 0) block = total;
      expect(fast.words[Math.floor(i / WORKGROUP_SIZE)]).toBe(block);
      expect(fast.pairOffsets[i]).toBe(total - block);
      total += state.pairCounts[i];
    }
    expect(fast.counters[COUNTERS.pairs]).toBe(total);
  });

  // These have the most hits.
  it.for(MOTION_CASES.filter(({ mode }) => mode === 'hybrid').map((motion) => [motion.name, motion] as const))(
    'contacts of CCD, %s',
    async ([, { mode, make }], { skip }) => {
      skip(!hasSubgroups(), NO_SUBGROUPS);
      const context = sweptContext(make, mode);
      const swept: World = { ...context.world, ccdOnDevice: true };
      const dispatches = CONTACTS_OF_CCD.find(context.parameters, swept, 'only').flatMap((pass) =>
        dispatchesOf(pass, swept),
      );
      expect(dispatches.map(({ kernel }) => kernel)).toEqual(
        expect.arrayContaining(['hitBlocks', 'hitSums', 'hitContacts']),
      );
      const read = ['contacts', 'counters'] as const;
      const { state: start, parameters } = context;
      const { plain, fast } = await runBoth({ label: 'ccd', world: swept, state: start, parameters, dispatches, read });
      expect(fast.counters[COUNTERS.contactsCcd]).toBeGreaterThan(10);
      expect(fast).toEqual(plain);
    },
  );

  it('orders of rebuilt trees', async ({ skip }) => {
    skip(!hasSubgroups(), NO_SUBGROUPS);
    const sorted = boxWorld({ bodies: 30, shifts: PILE_OF_30, parameters: { rebuildsOn: 'device' } });
    initialOrders(sorted.world, sorted.state);
    const dispatches = [...refitDispatches(sorted.world), ...rebuildDispatches(sorted.world)];
    const read = ['tetOrder', 'faceOrder', 'bodyOrder', 'edgeOrder'] as const;
    const { plain, fast } = await runBoth({ label: 'rebuild', ...sorted, dispatches, read });
    expect(fast).toEqual(plain);
    expect(fast.tetOrder).not.toEqual(sorted.state.tetOrder);
  });
});

const PILE_OF_30 = Array.from({ length: 30 }, (_, i) => [1.3 * (i % 5), 0.9 * Math.floor(i / 5), 0.4 * (i % 3)]);

/** A kernel with constants that no other test gives it, so that it is compiled here, in each form that is used. */
const COMPILED_AGAIN = { scanBlocks: { WORKGROUP_SIZE } };

/** The hashes of two frames. */
async function hashesOf(options: { readonly subgroups?: boolean; readonly device?: GPUDevice }): Promise<unknown> {
  const parameters: SimulationParameters = {
    ...defaultParameters(),
    timeStep: 0.01,
    stepsPerFrame: 3,
    mode: 'hybrid',
    ccdOn: 'device',
    rebuildsOn: 'device',
  };
  const { world, state } = boxWorld({ shifts: PILE, parameters });
  const backend = await openInState({
    world,
    state,
    backend: { device, adapterName: 'test', overrides: COMPILED_AGAIN, ...options },
    workers: onThisThread,
  });
  try {
    const simulator = new Simulator(backend, parameters);
    const rows = [await simulator.frame({ hash: true }), await simulator.frame({ hash: true })];
    expect(rows[1].contactsDcd).toBeGreaterThan(0);
    return rows.map(({ hash }) => hash);
  } finally {
    await backend.dispose();
  }
}

it('frames have the same hashes with subgroups as without; software uses them only if asked to', async ({ skip }) => {
  skip(!hasSubgroups(), NO_SUBGROUPS);
  const labels: string[] = [];
  const own = Object.getPrototypeOf(device).createShaderModule as GPUDevice['createShaderModule'];
  device.createShaderModule = (descriptor) => {
    if (descriptor.code.startsWith('enable subgroups;')) labels.push(descriptor.label ?? '');
    return own.call(device, descriptor);
  };
  try {
    const byDefault = await hashesOf({});
    expect(labels.includes('scanBlocks')).toBe(!device.adapterInfo.isFallbackAdapter);
    expect(await hashesOf({ subgroups: false })).toEqual(byDefault);
    expect(await hashesOf({ subgroups: true })).toEqual(byDefault);
    expect(labels.filter((label) => label === 'scanBlocks')).toHaveLength(1);
  } finally {
    device.createShaderModule = own;
  }
});

it.runIf(isFull)('a device without subgroups is refused if they are asked for', async () => {
  const { adapter } = await openAdapter();
  const bare = await adapter.requestDevice();
  await expect(hashesOf({ device: bare, subgroups: true })).rejects.toThrow('the device has no subgroups');
  bare.destroy();
});
