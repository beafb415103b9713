import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { PoolWorker } from './pool-worker.ts';

/**
 * Lets the host (the thread that started the worker) call the worker's methods. This works in a page's worker and in Node's
 * worker_threads. The function looks up Node's modules at run time instead of importing them. A page doesn't have these modules, and if a
 * worker awaited a dynamic import, it would lose the messages that arrive meanwhile.
 */
export function exposeWorker(worker: PoolWorker): void {
  const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (node?.parentPort) expose(worker, nodeEndpoint(node.parentPort));
  else expose(worker);
}
