import type { World } from '../simulation/world.ts';
import { CpuBackend } from '../cpu/cpu-backend.ts';
import type { GpuBackend, GpuBackendOptions } from '../gpu/gpu-backend.ts';
import type { Backend } from '../simulation/backend.ts';
import { initialState } from '../simulation/initial-state.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { MAX_WORKERS, type Pool } from '../simulation/pool.ts';
import type { State } from '../simulation/state.ts';
import { createPool, type PoolOptions } from '../workers/pool.ts';

/** Loaded on demand, so that callers without an adapter needn't load it. */
const load = () => import('../gpu/device.ts');

/**
 * Requests a device whose buffers can hold a world, with timestamps where the adapter has them. An adapter gives one device
 * in its life.
 * @throws Error where the adapter's buffers are too small, saying by how much
 */
export const requestDevice = async (adapter: GPUAdapter, world: World): Promise<GPUDevice> =>
  (await load()).requestDevice(adapter, world);

/** Size of the largest buffer that a world needs on a device [bytes]. */
export const largestBuffer = async (world: World): Promise<number> => (await load()).largestBuffer(world);

/** Worker threads besides the calling one. Results don't depend on their number. */
export interface WorkerOptions {
  /** How many, 1 to MAX_WORKERS; one alone is started where memory isn't shared. */
  readonly count: number;
  /** Starts one: startWorkerNode or startWorkerBrowser. It is called again where one is lost. */
  readonly start: PoolOptions['startWorker'];
  /** Whether they work on the host's memory; true by default. A page asks canShareMemory. */
  readonly shared?: boolean;
  /** Watches workers that may vanish without an event, as a page's do (watchdogFor). */
  readonly watchdog?: NonNullable<PoolOptions['watchdog']>;
}

/** Opens a pool on a state, such as `onThisThread`. */
export type OpenPool = (world: World, state: State) => Pool;

/** A WebGPU device that runs the kernels. */
export interface GpuChoice extends Pick<GpuBackendOptions, 'overrides'> {
  /** As requestDevice gives it: its buffers have to hold the world. */
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
  /** [m], 3 per vertex, as createWorld gives them. */
  readonly positions: Float32Array;
  /** Masses and speeds at the start come of these. */
  readonly parameters: Pick<SimulationParameters, 'density' | 'dropSpeed'>;
}

/**
 * Opens what runs a world's steps: the processor, or a device beside it. One never falls back to the other.
 * @returns a backend that is ready for its first step. Dispose of it at the end: that ends its workers, too; where its `pool`
 *   alone is disposed of, whoever waits for a worker gets an error
 * @throws Error where a worker can't be started or the device refuses the world; nothing stays open then. The device is never
 *   destroyed here, since others may draw with it
 * @throws DeviceLostError where the device is lost meanwhile
 * @throws RangeError where the number of workers isn't 1 to MAX_WORKERS
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
  /** The backend takes it for its own; with workers that share memory it lies in such. */
  readonly state: State;
}

/** Opens the same on a state in the middle of something, for tests and benchmarks: the library has nothing that makes one. */
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
