import type { World } from '../simulation/world/world.ts';
import { CpuBackend } from '../cpu/cpu-backend.ts';
import type { GpuBackend, GpuBackendOptions } from '../gpu/gpu-backend.ts';
import type { Backend } from '../simulation/backend.ts';
import { initialState } from '../simulation/initial-state.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { MAX_WORKERS, type Pool } from '../simulation/program/pool.ts';
import type { State } from '../simulation/state.ts';
import { createPool, type PoolOptions } from '../workers/pool.ts';
import type { KernelMemory, SimdKernels, WithoutSimd } from '../workers/simd.ts';

/** Loads the GPU code on demand, so that callers without an adapter needn't load it. */
const loadDeviceModule = () => import('../gpu/device.ts');

/**
 * Requests a device whose buffers can hold a world. The device can measure times by timestamps, and has subgroups, if the adapter supports
 * this. An adapter returns only one device. For a second device, request a new adapter.
 * @throws Error if the adapter's buffers are too small; the message says by how much
 */
export const requestDevice = async (adapter: GPUAdapter, world: World): Promise<GPUDevice> =>
  (await loadDeviceModule()).requestDevice(adapter, world);

/** Returns the size of the largest buffer that a world needs on a device [bytes]. */
export const largestBuffer = async (world: World): Promise<number> => (await loadDeviceModule()).largestBuffer(world);

/** Worker threads to start besides the calling thread. Results don't depend on the number of workers. */
export interface WorkerOptions {
  /** Number of workers, 1 to MAX_WORKERS. Without shared memory, only one worker is started. */
  readonly count: number;
  /** Starts one worker: startWorkerNode or startWorkerBrowser. If a worker dies, this function is called again to replace it. */
  readonly start: PoolOptions['startWorker'];
  /** True if the workers share memory with the calling thread; true by default. In a page, pass canShareMemory(). */
  readonly shared?: boolean;
  /** Options for the detection of workers that end without an event, as may happen in a page. watchdogFor returns such options. */
  readonly watchdog?: NonNullable<PoolOptions['watchdog']>;
}

/** A function that opens a pool of workers for a state, such as `onThisThread`. */
export type OpenPool = (world: World, state: State, simd?: KernelMemory | WithoutSimd) => Pool;

/** A WebGPU device to run the kernels on. */
export interface GpuChoice extends Pick<GpuBackendOptions, 'overrides' | 'subgroups' | 'mostThreads'> {
  /** Device whose buffers can hold the world, such as one from requestDevice. */
  readonly device: GPUDevice;
  /** The adapter's name, for recordings. */
  readonly adapterName: string;
}

/** Options that say which threads and which device run a world's steps. */
interface Runners {
  readonly world: World;
  /** 'cpu' by default. */
  readonly backend?: 'cpu' | GpuChoice;
  /** The processor's name, for recordings. */
  readonly processor?: string;
  /** Workers to start, or a function that opens a pool: `onThisThread`. */
  readonly workers: WorkerOptions | OpenPool;
}

export interface BackendOptions extends Runners {
  /** Positions [m], 3 per vertex, as createWorld returns them. */
  readonly positions: Float32Array;
  /** The parameters that determine the masses and the initial velocities. */
  readonly parameters: Pick<SimulationParameters, 'density' | 'dropSpeed'>;
  /**
   * Whether the CPU may solve the material's constraints with WebAssembly's SIMD instructions; true by default. Where these are missing,
   * TypeScript solves them, and the backend's `pool.withoutSimd` says why. Results have the same bits.
   */
  readonly simd?: boolean;
}

/**
 * Opens the backend that runs a world's steps: on the CPU, or on a GPU together with a pool of CPU workers. If the GPU backend fails, the
 * CPU doesn't replace it.
 * @returns a backend that is ready for its first step. Dispose of the backend at the end, which also ends its workers. If you
 *   dispose only of its `pool`, promises of the backend that still wait for a worker are rejected
 * @throws Error if a worker can't be started or the device can't hold the world. All workers are then ended. The device is not destroyed,
 *   because its owner may draw with it
 * @throws DeviceLostError if the device is lost while the backend is opened
 * @throws RangeError if the number of workers isn't 1 to MAX_WORKERS
 */
export async function openBackend(options: BackendOptions & { backend: GpuChoice }): Promise<GpuBackend>;
export async function openBackend(options: BackendOptions & { backend?: 'cpu' }): Promise<CpuBackend>;
export async function openBackend(options: BackendOptions): Promise<Backend>;
export async function openBackend({
  positions,
  parameters,
  simd = true,
  ...runners
}: BackendOptions): Promise<Backend> {
  const { world, workers, backend = 'cpu' } = runners;
  const shared = typeof workers === 'object' && isShared(workers);
  const kernels = backend === 'cpu' ? await openKernels(world, workers, simd) : undefined;
  const memory = typeof kernels === 'object' ? kernels.memory : undefined;
  const allocate = (bytes: number) => (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  const state = initialState(world, positions, parameters, memory?.forState(allocate) ?? allocate);
  return openInState({ ...runners, state, ...(kernels && { simd: kernels }) });
}

async function openKernels(world: World, workers: Runners['workers'], isWanted: boolean): Promise<SimdKernels> {
  if (!isWanted) return 'the option `simd` is false';
  // Loaded on demand, since the GPU backend doesn't need it.
  const simd = await import('../workers/simd.ts');
  if (typeof workers === 'function') return simd.openKernels(world, false, 1);
  const shared = isShared(workers);
  return simd.openKernels(world, shared, shared ? Math.min(workers.count, MAX_WORKERS) : 0);
}

export interface StateOptions extends Runners {
  /** State that the backend takes over. It must lie in shared memory if the workers share memory. */
  readonly state: State;
  /**
   * SIMD kernels, or the reason why there are none; by default, kernels run in TypeScript. If they have a memory, the state must lie in it.
   */
  readonly simd?: SimdKernels;
}

/** Opens a backend like openBackend, but with a given state instead of the initial state. For tests and benchmarks. */
export async function openInState(options: StateOptions & { backend: GpuChoice }): Promise<GpuBackend>;
export async function openInState(options: StateOptions & { backend?: 'cpu' }): Promise<CpuBackend>;
export async function openInState(options: StateOptions): Promise<Backend>;
export async function openInState(options: StateOptions): Promise<Backend> {
  const { backend: kind = 'cpu', processor = 'unnamed processor' } = options;
  // Load the GPU code on demand, so that callers without a device needn't load it.
  const gpu = kind === 'cpu' ? undefined : await import('../gpu/gpu-backend.ts');
  const pool = await openPool(options);
  try {
    if (kind === 'cpu') return new CpuBackend(pool, pool.withoutSimd ? `${processor}, without SIMD` : processor);
    const { world, state } = options;
    return await gpu!.createGpuBackend({ world, state, pool, ...kind });
  } catch (error) {
    await pool.dispose();
    throw error;
  }
}

async function openPool({ world, state, workers, simd }: StateOptions): Promise<Pool> {
  if (typeof workers === 'function') return workers(world, state, typeof simd === 'object' ? simd.memory : simd);
  const { count, start, watchdog } = workers;
  if (isShared(workers) && !(state.positions.buffer instanceof SharedArrayBuffer))
    throw new TypeError(
      "the workers share memory with this thread, but the state isn't in a SharedArrayBuffer; expected one, or the option `shared: false`",
    );
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_WORKERS))
    throw new RangeError(`${count} workers were asked for, expected 1 to ${MAX_WORKERS}`);
  return createPool({
    world,
    state,
    size: count,
    shared: isShared(workers),
    startWorker: start,
    ...(simd !== undefined && { simd }),
    ...(watchdog && { watchdog }),
  });
}

const isShared = ({ shared = true }: WorkerOptions): boolean => shared;
