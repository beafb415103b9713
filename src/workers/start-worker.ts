import type { Endpoint } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

/** A worker of the pool: a page's `Worker` or one of Node's worker_threads. */
export interface WorkerHandle {
  readonly endpoint: Endpoint;
  /** Resolves with the reason if the worker fails or ends. */
  readonly died: Promise<Error>;
  terminate(): void;
}

/**
 * Returns whether a page can share memory with its workers. This needs both cross-origin isolation and SharedArrayBuffer. One of them does
 * not imply the other: WebKitGTK isolates pages but has no SharedArrayBuffer.
 */
export const canShareMemory = (): boolean =>
  globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer !== 'undefined';

/** Starts a worker of the pool in a page. The bundler replaces the URL by the URL of the built script. */
export const startWorkerBrowser = (): WorkerHandle =>
  handleOf(new Worker(new URL('./pool.worker.ts', import.meta.url), { type: 'module' }));

/** Makes a handle for a page's `Worker`. */
export function handleOf(worker: Worker): WorkerHandle {
  const died = new Promise<Error>((resolve) => {
    worker.addEventListener('error', (event) => resolve(new Error(event.message || 'the worker could not be loaded')));
    worker.addEventListener('messageerror', () => resolve(new Error('a message of the worker could not be read')));
  });
  return { endpoint: worker, died, terminate: () => worker.terminate() };
}

/**
 * Starts a worker of the pool in Node. The function looks up Node's modules at run time instead of importing them, so that pages can load
 * this file. If the worker's script can't be loaded, the handle's `died` resolves.
 * @param url URL of the worker's built script: pool.worker.js beside the command line's main.js, or worker.js of the package
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
