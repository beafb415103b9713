import { cpus } from 'node:os';
import { openBackend, requestDevice, startWorkerNode } from '../index.ts';
import type { Backend } from '../simulation/backend.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import type { World } from '../simulation/world/world.ts';
import { NoAdapterError, openAdapter } from '../node/dawn.ts';
import { NoBackendError } from '../node/errors.ts';
import { printError } from '../node/print.ts';
import { requestDeviceFor } from '../gpu/device.ts';
import { GpuPaths2d, largestBuffer2d } from '../gpu/path-2d/gpu-paths.ts';
import { cpuPathBackend2d, type PathBackend2d } from '../queries/answer-paths-2d.ts';
import type { PathCase2d } from '../queries/path-case.ts';

/** Help text of `--backend gpu`. */
export const GPU_MEANING = 'gpu takes any WebGPU adapter, software ones included, and never falls back to cpu';

/** Names of Vulkan drivers that emulate a GPU on the processor: SwiftShader, and Mesa's driver under its two names. */
const EMULATED_GPU = /swiftshader|llvmpipe|lavapipe/i;

/** Returns a warning if software emulates the GPU, since timings of such an adapter say nothing about a GPU; otherwise undefined. */
export const emulationNote = (adapter: string): string | undefined =>
  EMULATED_GPU.test(adapter)
    ? `untangle: this gpu is emulated in software (${adapter}); its timings say nothing about a GPU\n`
    : undefined;

/** Script of the worker pool's threads, beside main.js in the bundle. */
const WORKER_SCRIPT = new URL('./pool.worker.js', import.meta.url);

/**
 * Opens a backend in Node. `gpu` never falls back to `cpu`.
 * @param positions at the start [m], 3 per vertex
 * @param workerCount number of workers in the pool
 * @throws NoBackendError if the machine has no adapter, or the adapter gives no device
 */
export async function openNodeBackend(
  kind: 'cpu' | 'gpu',
  world: World,
  positions: Float32Array,
  parameters: SimulationParameters,
  workerCount: number,
): Promise<Backend> {
  const gpu = kind === 'gpu' && (await openDevice((adapter) => requestDevice(adapter, world)));
  const backend = await openBackend({
    world,
    positions,
    parameters,
    backend: gpu || 'cpu',
    processor: processorName(),
    workers: { count: workerCount, start: () => startWorkerNode(WORKER_SCRIPT) },
  });
  return backend;
}

/** Name of the processor, for recordings. */
const processorName = (): string => cpus()[0]?.model.trim() || 'unnamed processor';

/**
 * Requests a device from the machine's adapter. Call `openDevice` before starting workers, so that a failure leaves none running.
 * @throws NoBackendError if the machine has no adapter, or the adapter gives no device
 */
export async function openDevice(
  request: (adapter: GPUAdapter) => Promise<GPUDevice>,
): Promise<{ device: GPUDevice; adapterName: string }> {
  const { adapter, description } = await openAdapter().catch((error) => {
    throw error instanceof NoAdapterError ? new NoBackendError(error.message) : error;
  });
  try {
    const device = await request(adapter);
    writeNoteOnce(emulationNote(description) ?? '');
    return { device, adapterName: description };
  } catch (error) {
    throw new NoBackendError(`${description} gives no device for this scene: ${(error as Error).message}`);
  }
}

/** The notes on emulated GPUs that this process has already written to stderr. */
const writtenNotes = new Set<string>();

/** Writes a note to stderr, unless it is there already from opening another device. */
function writeNoteOnce(note: string): void {
  if (writtenNotes.has(note)) return;
  writtenNotes.add(note);
  printError(note);
}

/**
 * Opens a backend for the queries of a 2D case. `gpu` never falls back to `cpu`.
 * @throws NoBackendError if the machine has no adapter, or the adapter gives no device
 */
export async function openPathBackend2d(kind: 'cpu' | 'gpu', pathCase: PathCase2d): Promise<PathBackend2d> {
  if (kind === 'cpu') return cpuPathBackend2d(pathCase, processorName());
  const { bodies, queries } = pathCase;
  const { device, adapterName } = await openDevice((adapter) => requestDeviceFor(adapter, largestBuffer2d(bodies)));
  const paths = await GpuPaths2d.open(device, bodies);
  return {
    kind: 'gpu',
    adapter: adapterName,
    answer: (culling) => paths.answer(queries, culling),
    dispose: () => paths.destroy(),
  };
}
