import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { WorkerHandle } from './worker-handle.ts';

/**
 * Starts a worker of the pool in Node. Node's modules are asked for at run time and without an import, so that a page may load
 * this file.
 * @param url of the built pool.worker.js; it lies beside the command line's main.js
 * @throws Error where the file can't be loaded, by `died`
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
