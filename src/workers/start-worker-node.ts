import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { WorkerHandle } from './worker-handle.ts';

/**
 * Starts a worker of the pool in Node. Node's modules are looked up at run time and without an import, so that pages can load this
 * file. If the worker's file can't be loaded, `died` resolves.
 * @param url of the built pool.worker.js, which lies beside the command line's main.js
 */
export function startWorkerNode(url: URL): WorkerHandle {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(url);
  const died = new Promise<Error>((resolve) => {
    worker.on('error', (error) => resolve(error as Error));
    worker.on('messageerror', resolve);
    worker.on('exit', (code) => resolve(new Error(`the worker ended with exit code ${code}`)));
  });
  return { endpoint: nodeEndpoint(worker), died, terminate: () => void worker.terminate() };
}
