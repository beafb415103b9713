import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { PoolWorker } from './pool-worker.ts';

/**
 * Makes a worker callable by the host, in a page's worker or in Node's. Node's modules are looked up at run time and without an
 * import: pages don't have them, and messages that arrive while a worker awaits an import are lost.
 */
export function exposeWorker(worker: PoolWorker): void {
  const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (node?.parentPort) expose(worker, nodeEndpoint(node.parentPort));
  else expose(worker);
}
