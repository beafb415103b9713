import type { Endpoint } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

/** A worker as seen by the pool, in a page or in Node. */
export interface WorkerHandle {
  readonly endpoint: Endpoint;
  /** Resolves, with the reason, when the worker fails or ends. */
  readonly died: Promise<Error>;
  terminate(): void;
}

/**
 * Whether a page can share memory with its workers. Both conditions are needed: browsers share none without cross-origin isolation,
 * and WebKitGTK isolates pages but has no SharedArrayBuffer.
 */
export const canShareMemory = (): boolean =>
  globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer !== 'undefined';

/** Starts a worker of the pool in a page, by the URL that the bundler gives its script. */
export const startWorkerBrowser = (): WorkerHandle =>
  handleOf(new Worker(new URL('./pool.worker.ts', import.meta.url), { type: 'module' }));

/** A page's worker, however it was started, as the pool sees it. */
export function handleOf(worker: Worker): WorkerHandle {
  const died = new Promise<Error>((resolve) => {
    worker.addEventListener('error', (event) => resolve(new Error(event.message || 'the worker could not be loaded')));
    worker.addEventListener('messageerror', () => resolve(new Error('a message of the worker could not be read')));
  });
  return { endpoint: worker, died, terminate: () => worker.terminate() };
}

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
