import type { WorkerHandle } from './worker-handle.ts';

/** Starts a worker of the pool in a page. */
export function startWorkerBrowser(): WorkerHandle {
  const worker = new Worker(new URL('./pool.worker.ts', import.meta.url), { type: 'module' });
  const died = new Promise<Error>((resolve) => {
    worker.addEventListener('error', (event) => resolve(new Error(event.message || 'the worker could not be loaded')));
    worker.addEventListener('messageerror', () => resolve(new Error('a message of the worker could not be read')));
  });
  return { endpoint: worker, died, terminate: () => worker.terminate() };
}
