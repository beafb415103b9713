import { MAX_WORKERS } from '../simulation/program/pool.ts';
import {
  canShareMemory,
  handleOf,
  startWorkerBrowser,
  startWorkerNode,
  type WorkerHandle,
} from '../workers/start-worker.ts';
import { onThisThread } from './inline-pool.ts';
import type { OpenPool, WorkerOptions } from './open-backend.ts';

/** The worker threads that a world runs on. Results don't depend on their number. */
export interface WorkerChoice {
  /** Number of worker threads, 0 to MAX_WORKERS; the number of cores minus one by default. If it is 0, the calling thread does the work. */
  readonly workers?: number;
  /**
   * URL of the workers' script (the package's export `@untangle/untangle/worker`), or a function that starts a worker. Needed only if a
   * bundler or server doesn't find the script beside the package's own code.
   */
  readonly worker?: string | URL | (() => Worker);
}

export interface RunningWorkers {
  /** Number of workers; 0 if the calling thread does the work. */
  readonly count: number;
  /** The reason why fewer workers run than were requested; undefined if all requested workers run. */
  readonly reason?: string;
}

const NOT_ISOLATED =
  "the page isn't isolated, so its threads can't share memory, and one worker runs; expected the headers " +
  'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';

/** Whether this code runs in Node, which has worker_threads instead of a page's `Worker`. */
const isNode = (): boolean => typeof globalThis.process?.getBuiltinModule === 'function';

/**
 * Determines how many workers run.
 * @returns the number of workers, and the option `workers` for openBackend
 * @throws RangeError if the number isn't 0 to MAX_WORKERS
 */
export function chooseWorkers({ workers, worker }: WorkerChoice): {
  readonly running: RunningWorkers;
  readonly workers: WorkerOptions | OpenPool;
} {
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 0 && workers <= MAX_WORKERS))
    throw new RangeError(`${workers} workers were asked for, expected 0 to ${MAX_WORKERS}`);
  if (workers === 0) return { running: { count: 0 }, workers: onThisThread };
  const requested = workers ?? Math.max(1, Math.min(MAX_WORKERS, cores() - 1));
  const shared = isNode() || canShareMemory();
  const count = shared ? requested : 1;
  return {
    running: { count, ...(count < requested && { reason: NOT_ISOLATED }) },
    workers: { count, shared, start: () => startWorker(worker) },
  };
}

const cores = (): number =>
  isNode()
    ? process.getBuiltinModule('node:os').availableParallelism()
    : (globalThis.navigator?.hardwareConcurrency ?? 1);

function startWorker(worker: WorkerChoice['worker']): WorkerHandle {
  if (typeof worker === 'function') return handleOf(worker());
  if (isNode()) return startWorkerNode(new URL(worker ?? './worker.js', import.meta.url));
  return worker === undefined ? startWorkerBrowser() : handleOf(new Worker(worker, { type: 'module' }));
}
