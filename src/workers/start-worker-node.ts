import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { Worker } from 'node:worker_threads';
import type { WorkerHandle } from './worker-handle.ts';

/**
 * Starts a worker of the pool in Node.
 * @param url of the built pool.worker.js; it lies beside the command line's main.js
 */
export function startWorkerNode(url: URL): WorkerHandle {
  const worker = new Worker(url);
  const died = new Promise<Error>((resolve) => {
    worker.on('error', (error) => resolve(error as Error));
    worker.on('messageerror', resolve);
    worker.on('exit', (code) => resolve(new Error(`the worker ended with exit code ${code}`)));
  });
  return { endpoint: nodeEndpoint(worker), died, terminate: () => void worker.terminate() };
}
