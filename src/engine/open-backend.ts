import { CpuBackend } from '../cpu/cpu-backend.ts';
import type { GpuBackend, GpuBackendOptions } from '../gpu/gpu-backend.ts';
import type { Backend } from '../simulation/backend.ts';
import { initialState } from '../simulation/initial-state.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { MAX_WORKERS, type Pool } from '../simulation/pool.ts';
import type { State } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { createPool, type PoolOptions } from '../workers/pool.ts';

/** Threads beside the calling one. No result depends on their number. */
export interface WorkerOptions {
  /** How many, 1 to MAX_WORKERS; one alone is started where memory isn't shared. */
  readonly count: number;
  /** Starts one: startWorkerNode or startWorkerBrowser. It is called again where one is lost. */
  readonly start: PoolOptions['startWorker'];
  /** Whether they work on the host's memory; true by default. A page asks canShareMemory. */
  readonly shared?: boolean;
  /** Watches workers that may vanish without an event, as a page's do (vigilOver). */
  readonly vigil?: NonNullable<PoolOptions['vigil']>;
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

/** Positions [m] as createWorld gives them, 3 per vertex; of the parameters, masses and speeds at the start come. */
interface StartAtPositions {
  readonly positions: Float32Array;
  readonly parameters: Pick<SimulationParameters, 'density' | 'dropSpeed'>;
}

/** A state in the middle of something. The backend takes it for its own; with workers that share memory it lies in such. */
interface StartInState {
  readonly state: State;
}

interface CommonOptions {
  readonly world: World;
  /** 'cpu' by default. */
  readonly backend?: 'cpu' | GpuChoice;
  /** The processor's name, for records. */
  readonly processor?: string;
  /** Threads to start, or `onThisThread`. */
  readonly workers: WorkerOptions | OpenPool;
}

export type BackendOptions = CommonOptions & (StartAtPositions | StartInState);

/** A backend that is ready for its first step. */
export interface Opened<B extends Backend = Backend> {
  /** For Simulator. Dispose of it at the end: that ends the workers, too. */
  readonly backend: B;
  /** Its workers. Where the pool is disposed of, whoever waits for a worker gets an error. */
  readonly pool: Pool;
}

/**
 * Opens what runs a world's steps: the processor, or a device beside it. One never falls back to the other.
 * @throws Error where a worker can't be started or the device refuses the world; nothing stays open then. The device is never
 *   destroyed here, since others may draw with it
 * @throws RangeError where the number of workers isn't 1 to MAX_WORKERS
 */
export async function openBackend(options: BackendOptions & { backend: GpuChoice }): Promise<Opened<GpuBackend>>;
export async function openBackend(options: BackendOptions & { backend?: 'cpu' }): Promise<Opened<CpuBackend>>;
export async function openBackend(options: BackendOptions): Promise<Opened>;
export async function openBackend(options: BackendOptions): Promise<Opened> {
  const { world, backend: kind = 'cpu', processor = 'unnamed processor' } = options;
  const state = startState(options);
  // Loaded here: whoever has no device needs none of it.
  const gpu = kind === 'cpu' ? undefined : await import('../gpu/gpu-backend.ts');
  const pool = await openPool(world, state, options.workers);
  try {
    if (kind === 'cpu') return { backend: new CpuBackend(pool, processor), pool };
    return { backend: await gpu!.createGpuBackend({ world, state, pool, ...kind }), pool };
  } catch (error) {
    await pool.dispose();
    throw error;
  }
}

function startState(options: BackendOptions): State {
  if ('state' in options) return options.state;
  const { world, positions, parameters, workers } = options;
  return initialState(world, positions, parameters, (bytes) =>
    typeof workers === 'object' && isShared(workers) ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes),
  );
}

async function openPool(world: World, state: State, workers: WorkerOptions | OpenPool): Promise<Pool> {
  if (typeof workers === 'function') return workers(world, state);
  const { count, start, vigil } = workers;
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
    ...(vigil && { vigil }),
  });
}

const isShared = ({ shared = true }: WorkerOptions): boolean => shared;
