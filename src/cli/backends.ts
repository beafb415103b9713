import { cpus } from 'node:os';
import { CpuBackend } from '../cpu/cpu-backend.ts';
import { requestDevice } from '../gpu/device.ts';
import { createGpuBackend } from '../gpu/gpu-backend.ts';
import type { Backend } from '../simulation/backend.ts';
import { initialOrders } from '../simulation/detect/rebuild.ts';
import { initialState } from '../simulation/initial-state.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import type { State } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { createPool } from '../workers/pool.ts';
import { startWorkerNode } from '../workers/start-worker-node.ts';
import { NoAdapterError, openAdapter } from './dawn.ts';
import { NoBackendError } from './errors.ts';

/** What the help says of `--backend gpu`. */
export const GPU_MEANING = 'gpu takes any WebGPU adapter, software ones included, and never falls back to cpu';

/** Vulkan drivers that run on the processor: SwiftShader, and Mesa's under either of its names. */
const EMULATED = /swiftshader|llvmpipe|lavapipe/i;

/** The line for people who would take an emulated GPU's timings for a GPU's; undefined for a GPU. */
export const emulationNote = (adapter: string): string | undefined =>
  EMULATED.test(adapter)
    ? `untangle: this gpu is emulated in software (${adapter}); its timings say nothing about a GPU\n`
    : undefined;

/** The pool's worker, which lies beside main.js in the bundle. */
const WORKER = new URL('./pool.worker.js', import.meta.url);

/**
 * Opens what runs the steps; the GPU's never falls back to another.
 * @param positions [m], 3 a vertex, at the start
 * @throws NoBackendError where there is no such adapter or device
 */
export async function openBackend(
  kind: 'cpu' | 'gpu',
  world: World,
  positions: Float32Array,
  parameters: SimulationParameters,
  workers: number,
): Promise<Backend> {
  const device = kind === 'gpu' ? await openDevice((adapter) => requestDevice(adapter, world)) : undefined;
  const state = initialState(world, positions, parameters, (bytes) => new SharedArrayBuffer(bytes));
  initialOrders(world, state);
  const pool = await openPool(world, state, workers);
  if (!device) return new CpuBackend(pool, cpus()[0]?.model.trim() || 'unnamed processor');
  return createGpuBackend({ world, state, pool, ...device });
}

const openPool = (world: World, state: State, size: number) =>
  createPool({ world, state, size, shared: true, startWorker: () => startWorkerNode(WORKER) });

/**
 * A device of the machine's adapter. To be called before anything else is started: where it fails, nothing is left to be
 * closed. @throws NoBackendError
 */
export async function openDevice(
  request: (adapter: GPUAdapter) => Promise<GPUDevice>,
): Promise<{ device: GPUDevice; adapterName: string }> {
  const { adapter, description } = await openAdapter().catch((error) => {
    throw error instanceof NoAdapterError ? new NoBackendError(error.message) : error;
  });
  try {
    const device = await request(adapter);
    tellOnce(emulationNote(description) ?? '');
    return { device, adapterName: description };
  } catch (error) {
    throw new NoBackendError(`${description} gives no device for this scene: ${(error as Error).message}`);
  }
}

const told = new Set<string>();

/** On stderr, however many devices are opened. */
function tellOnce(note: string): void {
  if (told.has(note)) return;
  told.add(note);
  process.stderr.write(note);
}
