import type { WorkerHandle } from './worker-handle.ts';

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
