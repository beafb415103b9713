import {
  type BackendOptions,
  canShareMemory,
  largestBuffer,
  openBackend,
  requestDevice,
  startWorkerBrowser,
  watchdogFor,
} from './index.ts';
import type { SimulationParameters } from './simulation/parameters.ts';
import { stateBytes } from './simulation/state.ts';
import type { World } from './simulation/world.ts';
import { App } from './ui/app/app.ts';
import { readLink } from './ui/link/links.ts';
import { arrayBytes, type Need, type MemoryBudget } from './ui/sizing/memory-budget.ts';
import type { BackendKind, OpenedBackend, Runtime } from './ui/app/runtime.ts';

declare global {
  /** The page's app, for the browser's console and for tests. */
  var untangle: App | undefined;
}

/** Maximum number of workers: with more, workers would wait at barriers longer than they work. */
const MAX_WORKERS = 16;

/** Share of the device's memory that one page may count on. */
const MEMORY_SHARE = 0.5;
/** Assumed memory of the device if the browser doesn't report it [bytes]. */
const MEMORY_UNKNOWN = 8 * 2 ** 30;

const isSoftware = ({ isFallbackAdapter, architecture, description }: GPUAdapterInfo): boolean =>
  isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|basic render/i.test(`${architecture} ${description}`);

/** Name of an adapter that the browser says nothing about: Firefox reports none of the fields. */
const UNNAMED = 'unnamed adapter';

/** Name of an adapter from the fields that the browser reports: each browser hides others. */
const nameOf = ({ vendor, architecture, device, description }: GPUAdapterInfo): string =>
  [description || device, vendor, architecture].filter(Boolean).join(' ') || UNNAMED;

/** Requests a new adapter: an adapter gives only one device, and each start of a scene needs a device. */
const requestAdapter = async (): Promise<GPUAdapter | undefined> =>
  (await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? undefined;

/** The adapter; undefined if the browser has no WebGPU or WebGPU fails. */
const findAdapter = (): Promise<GPUAdapter | undefined> => requestAdapter().catch(() => undefined);

/** Finds out which backends this browser can run, best first, and what the person should know about it. */
async function detectRuntime(asked: BackendKind | undefined): Promise<Runtime> {
  const adapter = await findAdapter();
  const backends: BackendKind[] = !adapter ? ['cpu'] : isSoftware(adapter.info) ? ['cpu', 'gpu'] : ['gpu', 'cpu'];
  const notes: string[] = [];
  if (!adapter) notes.push('This browser has no WebGPU: the CPU runs the simulation.');
  else if (backends[0] === 'cpu') {
    const full = nameOf(adapter.info);
    const name = /swiftshader/i.test(full) ? ' (SwiftShader)' : full === UNNAMED ? '' : ` (${full})`;
    const consequence = asked === 'gpu' ? 'the CPU would be faster' : 'the CPU is used';
    notes.push(`WebGPU is only emulated in software here${name}, so ${consequence}.`);
  }
  const sharesMemory = canShareMemory();
  if (!sharesMemory) {
    const why = crossOriginIsolated
      ? 'This browser shares no memory among workers'
      : 'The page was served without the headers for shared memory';
    notes.push(`${why}: one worker runs the simulation.`);
  }
  const workers = sharesMemory ? Math.min(MAX_WORKERS, navigator.hardwareConcurrency) : 1;
  const drawing = adapter ? 'webgpu' : 'webgl';
  return { backends, drawing, notes, workers, budget: budgetOf(adapter), need, open };
}

/** Memory that this machine can give a scene. @param adapter of the GPU, if there is one */
function budgetOf(adapter: GPUAdapter | undefined): MemoryBudget {
  // In GiB; only Chromium has it.
  const { deviceMemory } = navigator as { deviceMemory?: number };
  const limits = adapter?.limits;
  return {
    memory: MEMORY_SHARE * (deviceMemory ? deviceMemory * 2 ** 30 : MEMORY_UNKNOWN),
    buffer: limits && Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize),
  };
}

async function need(kind: BackendKind, world: World): Promise<Need> {
  const buffer = kind === 'gpu' ? await largestBuffer(world) : 0;
  return { state: stateBytes(world), world: arrayBytes(world), buffer };
}

async function open(
  kind: BackendKind,
  world: World,
  positions: Float32Array,
  parameters: SimulationParameters,
  workers: number,
): Promise<OpenedBackend> {
  const shared = canShareMemory();
  const count = shared ? workers : 1;
  const start = {
    world,
    positions,
    parameters,
    processor: `${count} of ${navigator.hardwareConcurrency} cores`,
    workers: { count, start: startWorkerBrowser, shared, watchdog: watchdogFor(world.tetCount) },
  };
  return kind === 'cpu' ? openCpu(start) : openGpu(start);
}

async function openCpu(start: BackendOptions): Promise<OpenedBackend> {
  const backend = await openBackend(start);
  return {
    backend,
    workers: backend.pool.size,
    drawn: undefined,
    lost: undefined,
    abandon: () => backend.pool.dispose(),
    close: () => backend.dispose(),
  };
}

/** Opens one device for kernels and renderer: three draws the very buffers that the kernels write. */
async function openGpu(start: BackendOptions): Promise<OpenedBackend> {
  const adapter = await requestAdapter();
  if (!adapter) throw new Error('the browser gives no WebGPU adapter');
  const device = await requestDevice(adapter, start.world);
  try {
    const backend = await openBackend({ ...start, backend: { device, adapterName: nameOf(adapter.info) } });
    const buffer = backend.buffers.get;
    return {
      backend,
      workers: backend.pool.size,
      drawn: {
        device,
        buffers: { positions: buffer('positions'), normals: buffer('normals'), depths: buffer('depths') },
      },
      lost: device.lost.then(({ message, reason }) => message || reason),
      abandon: () => backend.pool.dispose(),
      close: () => backend.dispose().finally(() => device.destroy()),
    };
  } catch (error) {
    device.destroy();
    throw error;
  }
}

const link = readLink(location.search);
const app = new App(await detectRuntime(link.backend), link);
globalThis.untangle = app;
void app.run();
