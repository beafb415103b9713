import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { PoolWorker } from './pool-worker.ts';

/**
 * Lets the host call a worker, from the thread of a page's worker or of Node's. Node's modules are asked for at run time
 * and without an import: a page has none, and messages that come while a worker awaits an import are lost.
 */
export function exposeWorker(worker: PoolWorker): void {
  const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (node?.parentPort) expose(worker, nodeEndpoint(node.parentPort));
  else expose(worker);
}
