import type { World } from '../simulation/world.ts';
import { CpuBackend } from '../cpu/cpu-backend.ts';
import type { GpuBackend, GpuBackendOptions } from '../gpu/gpu-backend.ts';
import type { Backend } from '../simulation/backend.ts';
import { initialState } from '../simulation/initial-state.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { MAX_WORKERS, type Pool } from '../simulation/pool.ts';
import type { State } from '../simulation/state.ts';
import { createPool, type PoolOptions } from '../workers/pool.ts';

/** Loads the GPU code on demand, so that callers without an adapter needn't load it. */
const load = () => import('../gpu/device.ts');

/**
 * Requests a device whose buffers can hold a world, with timestamps if the adapter supports them. An adapter returns only one device:
 * request a new adapter for another one.
 * @throws Error if the adapter's buffers are too small; the message says by how much
 */
export const requestDevice = async (adapter: GPUAdapter, world: World): Promise<GPUDevice> =>
  (await load()).requestDevice(adapter, world);

/** Size of the largest buffer that a world needs on a device [bytes]. */
export const largestBuffer = async (world: World): Promise<number> => (await load()).largestBuffer(world);

/** Worker threads besides the calling one. Results don't depend on their number. */
export interface WorkerOptions {
  /** Number of workers, 1 to MAX_WORKERS. Without shared memory only one is started. */
  readonly count: number;
  /** Starts one worker: startWorkerNode or startWorkerBrowser. Called again after a worker has died, to replace it. */
  readonly start: PoolOptions['startWorker'];
  /** True if the workers share memory with the host; true by default. In a page, pass canShareMemory(). */
  readonly shared?: boolean;
  /** Detects workers that end without an event, as may happen in a page; watchdogFor returns such options. */
  readonly watchdog?: NonNullable<PoolOptions['watchdog']>;
}

/** Function that opens a pool on a state, such as `onThisThread`. */
export type OpenPool = (world: World, state: State) => Pool;

/** A WebGPU device that runs the kernels. */
export interface GpuChoice extends Pick<GpuBackendOptions, 'overrides'> {
  /** Its buffers must be able to hold the world: request it by requestDevice. */
  readonly device: GPUDevice;
  /** The adapter's name, for records. */
  readonly adapterName: string;
}

/** Executors of a world's steps. */
interface Runners {
  readonly world: World;
  /** 'cpu' by default. */
  readonly backend?: 'cpu' | GpuChoice;
  /** The processor's name, for records. */
  readonly processor?: string;
  /** Threads to start, or `onThisThread`. */
  readonly workers: WorkerOptions | OpenPool;
}

export interface BackendOptions extends Runners {
  /** Positions [m], 3 per vertex, as createWorld returns them. */
  readonly positions: Float32Array;
  /** Determine masses and initial velocities. */
  readonly parameters: Pick<SimulationParameters, 'density' | 'dropSpeed'>;
}

/**
 * Opens the backend that runs a world's steps: on the CPU, or on a GPU with a pool of CPU workers beside it. The GPU backend never falls
 * back to the CPU.
 * @returns a backend that is ready for its first step. Dispose of the backend at the end, which also ends its workers. If only its
 *   `pool` is disposed of, calls that wait for a worker reject
 * @throws Error if a worker can't be started or the device can't hold the world. The workers are then ended; the device is never
 *   destroyed, since its owner may draw with it
 * @throws DeviceLostError if the device is lost while the backend is opened
 * @throws RangeError if the number of workers isn't 1 to MAX_WORKERS
 */
export async function openBackend(options: BackendOptions & { backend: GpuChoice }): Promise<GpuBackend>;
export async function openBackend(options: BackendOptions & { backend?: 'cpu' }): Promise<CpuBackend>;
export async function openBackend(options: BackendOptions): Promise<Backend>;
export async function openBackend({ positions, parameters, ...runners }: BackendOptions): Promise<Backend> {
  const { world, workers } = runners;
  const state = initialState(world, positions, parameters, (bytes) =>
    typeof workers === 'object' && isShared(workers) ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes),
  );
  return openInState({ ...runners, state });
}

export interface StateOptions extends Runners {
  /** Owned by the backend from now on. Must lie in shared memory if the workers share memory. */
  readonly state: State;
}

/** Opens a backend as openBackend does, but on any given state instead of an initial one. For tests and benchmarks. */
export async function openInState(options: StateOptions & { backend: GpuChoice }): Promise<GpuBackend>;
export async function openInState(options: StateOptions & { backend?: 'cpu' }): Promise<CpuBackend>;
export async function openInState(options: StateOptions): Promise<Backend>;
export async function openInState(options: StateOptions): Promise<Backend> {
  const { world, state, backend: kind = 'cpu', processor = 'unnamed processor' } = options;
  // Loaded on demand, so that callers without a device needn't load it.
  const gpu = kind === 'cpu' ? undefined : await import('../gpu/gpu-backend.ts');
  const pool = await openPool(world, state, options.workers);
  try {
    if (kind === 'cpu') return new CpuBackend(pool, processor);
    return await gpu!.createGpuBackend({ world, state, pool, ...kind });
  } catch (error) {
    await pool.dispose();
    throw error;
  }
}

async function openPool(world: World, state: State, workers: WorkerOptions | OpenPool): Promise<Pool> {
  if (typeof workers === 'function') return workers(world, state);
  const { count, start, watchdog } = workers;
  if (isShared(workers) && !(state.positions.buffer instanceof SharedArrayBuffer))
    throw new TypeError(
      'the state lies in memory of this thread, expected shared memory, since workers share it; or shared: false',
    );
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_WORKERS))
    throw new RangeError(`${count} workers were asked for, expected 1 to ${MAX_WORKERS}`);
  return createPool({
    world,
    state,
    size: count,
    shared: isShared(workers),
    startWorker: start,
    ...(watchdog && { watchdog }),
  });
}

const isShared = ({ shared = true }: WorkerOptions): boolean => shared;
