import { MAX_WORKERS } from '../simulation/pool.ts';
import {
  canShareMemory,
  handleOf,
  startWorkerBrowser,
  startWorkerNode,
  type WorkerHandle,
} from '../workers/start-worker.ts';
import { onThisThread } from './inline-pool.ts';
import type { OpenPool, WorkerOptions } from './open-backend.ts';

/** Which threads a world runs on. No result depends on their number. */
export interface WorkerChoice {
  /** Threads beside the calling one, 0 to MAX_WORKERS; by default all cores of the machine but one. 0: the calling thread does the work. */
  readonly workers?: number;
  /**
   * URL of the workers' script, `@untangle/untangle/worker`, or a function that starts a worker. Only for bundlers and servers that don't
   * find it beside the package's own code.
   */
  readonly worker?: string | URL | (() => Worker);
}

export interface RunningWorkers {
  /** 0 where the calling thread does the work. */
  readonly count: number;
  /** Why there are fewer than were asked for; undefined where there aren't. */
  readonly reason?: string;
}

const ALONE =
  "the page isn't isolated, so its threads can't share memory, and one worker runs; expected the headers " +
  'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';

/** Whether Node's worker_threads start the workers, not a page's `Worker`. */
const isNode = (): boolean => typeof globalThis.process?.getBuiltinModule === 'function';

/** @throws RangeError where the number isn't 0 to MAX_WORKERS */
export function chooseWorkers({ workers, worker }: WorkerChoice): {
  readonly running: RunningWorkers;
  readonly workers: WorkerOptions | OpenPool;
} {
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 0 && workers <= MAX_WORKERS))
    throw new RangeError(`${workers} workers were asked for, expected 0 to ${MAX_WORKERS}`);
  if (workers === 0) return { running: { count: 0 }, workers: onThisThread };
  const wanted = workers ?? Math.max(1, Math.min(MAX_WORKERS, cores() - 1));
  const shared = isNode() || canShareMemory();
  const count = shared ? wanted : 1;
  return {
    running: { count, ...(count < wanted && { reason: ALONE }) },
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
