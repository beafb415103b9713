import { TYPESCRIPT_KERNELS } from '../../src/simulation/program/kernels.ts';
import { openAdapter } from '../../src/node/dawn.ts';
import { GpuBuffers } from '../../src/gpu/memory/buffers.ts';
import { requestDevice } from '../../src/gpu/device.ts';
import { type DispatchArguments, DispatchTable } from '../../src/gpu/kernels/dispatch-table.ts';
import { createKernel } from '../../src/gpu/kernels/kernel.ts';
import {
  type DeviceMethod,
  pathDispatches as devicePathDispatches,
  pathPreparations,
} from '../../src/simulation/path/passes.ts';
import type { KernelName, KernelOverrides } from '../../src/gpu/kernels/kernels.ts';
import { KERNELS } from '../fixtures/kernels.ts';
import { Readback } from '../../src/gpu/memory/readback.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import type { Pass } from '../../src/simulation/program/pass.ts';
import type { Context, Stage } from '../../src/simulation/program/stage.ts';
import { initialCapacities, readCapacities } from '../../src/simulation/capacities.ts';
import type { State, StateArray, Words } from '../../src/simulation/state.ts';
import { allocateState } from '../../src/simulation/state-memory.ts';
import type { Batch, World } from '../../src/simulation/world/world.ts';
import { createScratch } from '../../src/simulation/scratch.ts';

/** One dispatch of a run. */
export interface Dispatch extends DispatchArguments {
  /** A registered kernel, instead of the run's. */
  readonly kernel?: string;
}

export interface KernelRun<A extends StateArray> {
  readonly label: string;
  /** The text of the .wgsl file, for dispatches that don't name a registered kernel. */
  readonly code?: string;
  readonly entry?: string;
  readonly constants?: Readonly<Record<string, number>>;
  /** Whether kernels use subgroups; false by default. */
  readonly subgroups?: boolean;
  /** Constants of registered kernels. */
  readonly overrides?: KernelOverrides;
  readonly world: World;
  /** Uploaded whole; not changed. */
  readonly state: State;
  readonly parameters?: Partial<SimulationParameters>;
  readonly grabCount?: number;
  /** Dispatches in order, in one pass. */
  readonly dispatches: readonly Dispatch[];
  /** Arrays to read back. */
  readonly read: readonly A[];
  /** Words of a buffer of BINDINGS to read back besides. */
  readonly words?: { readonly buffer: string; readonly first: number; readonly count: number };
}

/** Shortest paths of all queries of a state, and what they look up. */
export const pathDispatches = (world: World, method: DeviceMethod): Dispatch[] =>
  [...pathPreparations(world, method), ...devicePathDispatches(world, method, initialCapacities(world))]
    .filter(({ kernel }) => kernel !== 'pathOverflows')
    // Over as many as there can be.
    .map(({ indirect: _, ...dispatch }) => dispatch);

/** A pass' kernels, as its first run in a world has them. */
export const dispatchesOf = ({ kernels }: Pass, world: World): readonly Dispatch[] =>
  kernels?.({ world, capacities: initialCapacities(world), counters: {}, last: undefined }) ?? [];

let device: Promise<GPUDevice> | undefined;

/** The device of all files, since they run in one process: each kernel is compiled once. A test may destroy it: the next one gets another. */
export function sharedDevice(world: World): Promise<GPUDevice> {
  device ??= openDevice(world);
  return device;
}

async function openDevice(world: World): Promise<GPUDevice> {
  const { adapter } = await openAdapter();
  const opened = await requestDevice(adapter, world);
  void opened.lost.then(() => {
    device = undefined;
  });
  return opened;
}

/** Runs a kernel on a copy of a state. @returns the arrays asked for, as the kernel leaves them */
export async function runKernel<A extends StateArray>(
  run: KernelRun<A>,
): Promise<Pick<State, A> & { words: Uint32Array }> {
  const device = await sharedDevice(run.world);
  device.pushErrorScope('validation');
  const buffers = new GpuBuffers(device, run.world, readCapacities(run.state.capacities));
  const dispatches = new DispatchTable(device, buffers.topology.models);
  const resources = { device, buffer: buffers.get, dispatches, subgroups: run.subgroups ?? false };
  buffers.uploadState(run.state);
  const parameters = { ...defaultParameters(), ...run.parameters };
  buffers.writeParameters(parameters, { grabs: run.grabCount ?? 0 });

  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  for (const { kernel: name, ...rest } of run.dispatches) {
    if (rest.count === 0) continue;
    const { code = '', label, entry = 'main', constants = {}, overrides = {} } = run;
    const source =
      name === undefined
        ? { code, label, entry, constants }
        : { code: KERNELS[name as KernelName], label: name, constants: overrides[name as KernelName] ?? {} };
    const kernel = await createKernel(resources, source);
    kernel.encode(pass, rest);
  }
  pass.end();
  const { buffer, first, count } = run.words ?? { buffer: 'topology', first: 0, count: 0 };
  const words = { buffer: buffers.get(buffer), offset: 4 * first, size: 4 * count };
  const ranges = run.read.map((name) => buffers.range(name));
  const pending = new Readback(device).encode(encoder, run.words ? [...ranges, words] : ranges);
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  if (error) throw new Error(`${run.label}: ${error.message}`);
  const bytes = await pending.take();
  buffers.destroy();
  dispatches.destroy();
  const arrays = Object.fromEntries(run.read.map((name, i) => [name, buffers.toArray(name, bytes[i])])) as Pick<
    State,
    A
  >;
  return { ...arrays, words: new Uint32Array(bytes[run.read.length] ?? 0) };
}

/** A state of its own with the same numbers. */
export function copyState(world: World, state: State): State {
  const copy = allocateState(world, (bytes) => new ArrayBuffer(bytes), readCapacities(state.capacities));
  copyArrays(state, copy);
  return copy;
}

export function copyArrays(from: State, to: State): void {
  for (const name of Object.keys(to) as StateArray[]) {
    const [source, target] = [from[name], to[name]];
    if ('u32' in source) (target as Words).u32.set(source.u32);
    else (target as Float32Array).set(source as Float32Array);
  }
}

/** Runs a kernel's twin in place, all phases, as one worker would. */
export function runStage(
  stage: Stage,
  {
    world,
    state,
    parameters,
    argument = 0,
  }: {
    world: World;
    state: State;
    parameters?: Partial<SimulationParameters>;
    argument?: number;
  },
): State {
  const context: Context = {
    world,
    state,
    parameters: { ...defaultParameters(), ...parameters },
    argument,
    scratch: createScratch(),
    kernels: TYPESCRIPT_KERNELS,
  };
  const phases = stage.phases?.(context) ?? 1;
  for (let phase = 0; phase < phases; phase++) stage.run(context, 0, stage.count(context, phase), phase);
  return state;
}

/** Batches of constraints as dispatches: one a colour and model. */
export const batchDispatches = (batches: readonly Batch[]): Dispatch[] =>
  batches.map(({ model, begin, end, firstBody, bodyCount }) => ({
    count: (end - begin) * bodyCount,
    model,
    batchBegin: begin,
    batchSize: end - begin,
    firstBody,
    bodyCount,
  }));
