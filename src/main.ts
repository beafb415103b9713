import {
  type BackendOptions,
  canShareMemory,
  largestBuffer,
  openBackend,
  requestDevice,
  startWorkerBrowser,
  watchdogFor,
} from './index.ts';
import { runsInSoftware } from './gpu/software.ts';
import { fetchBackend } from './render/open-renderer.ts';
import type { SimulationParameters } from './simulation/parameters.ts';
import { stateBytes } from './simulation/state.ts';
import type { World } from './simulation/world/world.ts';
import { App, ownOf } from './ui/app/app.ts';
import { readLink } from './ui/link/links.ts';
import { arrayBytes, type Need, type MemoryBudget } from './ui/sizing/memory-budget.ts';
import type { BackendKind, OpenedBackend, Runtime } from './ui/app/runtime.ts';

/** The page's entry: finds out which backends this browser can run, and starts the app with functions that open them. */

declare global {
  /** The page's app, for the browser's console and for tests. */
  var untangle: App | undefined;
}

/** Maximum number of workers that the page starts, even if the computer has more cores. */
const MAX_WORKERS = 16;

/** Maximum share of the computer's memory that the page uses. */
const MEMORY_SHARE = 0.5;
/** Memory of the computer that is assumed if the browser doesn't report it [bytes]. */
const DEFAULT_MEMORY = 8 * 2 ** 30;

/** Name of an adapter if the browser reports nothing about it, as Firefox does. */
const UNNAMED = 'unnamed adapter';

/** Returns an adapter's name, made from the fields that the browser reports. Each browser hides different fields. */
const nameOf = ({ vendor, architecture, device, description }: GPUAdapterInfo): string =>
  [description || device, vendor, architecture].filter(Boolean).join(' ') || UNNAMED;

/** Requests a new adapter. An adapter gives only one device, and each start of a scene needs a new device. */
const requestAdapter = async (): Promise<GPUAdapter | undefined> =>
  (await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? undefined;

/** Requests an adapter. Returns undefined if the browser has no WebGPU, or if WebGPU fails. */
const findAdapter = (): Promise<GPUAdapter | undefined> => requestAdapter().catch(() => undefined);

/**
 * Finds out which backends this browser can run, the best first, and makes notes for the person if something is missing.
 * @param requested backend that the link names
 */
async function detectRuntime(requested: BackendKind | undefined): Promise<Runtime> {
  const adapter = await findAdapter();
  const backends: BackendKind[] = !adapter ? ['cpu'] : runsInSoftware(adapter.info) ? ['cpu', 'gpu'] : ['gpu', 'cpu'];
  const notes: string[] = [];
  if (!adapter) notes.push('This browser has no WebGPU: the CPU runs the simulation.');
  else if (backends[0] === 'cpu') {
    const fullName = nameOf(adapter.info);
    const name = /swiftshader/i.test(fullName) ? ' (SwiftShader)' : fullName === UNNAMED ? '' : ` (${fullName})`;
    const consequence = requested === 'gpu' ? 'the CPU would be faster' : 'the CPU is used';
    notes.push(`WebGPU is only emulated in software here${name}, so ${consequence}.`);
  }
  const sharesMemory = canShareMemory();
  if (!sharesMemory) {
    const cause = crossOriginIsolated
      ? 'This browser shares no memory among workers'
      : 'The page was served without the headers for shared memory';
    notes.push(`${cause}: one worker runs the simulation.`);
  }
  const workers = sharesMemory ? Math.min(MAX_WORKERS, navigator.hardwareConcurrency) : 1;
  const drawing = adapter ? 'webgpu' : 'webgl';
  return { backends, drawing, notes, workers, budget: budgetOf(adapter), need, open };
}

/** Returns how much memory a scene may use on this machine. @param adapter the GPU's adapter, if there is one */
function budgetOf(adapter: GPUAdapter | undefined): MemoryBudget {
  // `deviceMemory` is in GiB. Only Chromium has this property.
  const { deviceMemory } = navigator as { deviceMemory?: number };
  const limits = adapter?.limits;
  return {
    memory: MEMORY_SHARE * (deviceMemory ? deviceMemory * 2 ** 30 : DEFAULT_MEMORY),
    buffer: limits && Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize),
  };
}

/** Returns the memory that a world needs on a backend. */
async function need(kind: BackendKind, world: World): Promise<Need> {
  const buffer = kind === 'gpu' ? await largestBuffer(world) : 0;
  return { state: stateBytes(world), world: arrayBytes(world), buffer };
}

/** Opens a backend for a new world. */
async function open(
  kind: BackendKind,
  world: World,
  positions: Float32Array,
  parameters: SimulationParameters,
  workers: number,
): Promise<OpenedBackend> {
  const shared = canShareMemory();
  const count = shared ? workers : 1;
  const options = {
    world,
    positions,
    parameters,
    processor: `${count} of ${navigator.hardwareConcurrency} cores`,
    workers: { count, start: startWorkerBrowser, shared, watchdog: watchdogFor(world.tetCount) },
  };
  return kind === 'cpu' ? openCpu(options) : openGpu(options);
}

async function openCpu(options: BackendOptions): Promise<OpenedBackend> {
  const backend = await openBackend(options);
  return {
    backend,
    workers: backend.pool.size,
    drawn: undefined,
    lost: undefined,
    // Ends only the workers, so that promises that wait for a hanging one are rejected. `close` releases the rest.
    abandon: () => backend.pool.dispose(),
    close: () => backend.dispose(),
  };
}

/** Opens one device for both the kernels and the renderer, so that three.js can draw the buffers that the kernels write. */
async function openGpu(options: BackendOptions): Promise<OpenedBackend> {
  const adapter = await requestAdapter();
  if (!adapter) throw new Error('the browser gives no WebGPU adapter');
  const device = await requestDevice(adapter, options.world);
  try {
    const backend = await openBackend({ ...options, backend: { device, adapterName: nameOf(adapter.info) } });
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

/**
 * Starts the page. A function, since parts that are fetched meanwhile import this script's code: they would wait for the script's end, and a script that
 * waits for them at its top level would never end.
 */
async function openPage(): Promise<void> {
  const link = readLink(location.search);
  const runtime = await detectRuntime(link.backend);
  // Fetched while the scene is built. A failure is told when the view opens.
  fetchBackend(runtime.drawing).catch(() => undefined);
  const app = new App(runtime, link, await ownOf(link));
  globalThis.untangle = app;
  void app.run();
}

void openPage();
