import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { PoolWorker } from './pool-worker.ts';

/**
 * Makes a worker's methods callable by the host, in a page's worker or in one of Node's. The function looks up Node's modules at run
 * time and doesn't import them: pages don't have these modules, and messages that arrive while a worker awaits an import are lost.
 */
export function exposeWorker(worker: PoolWorker): void {
  const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (node?.parentPort) expose(worker, nodeEndpoint(node.parentPort));
  else expose(worker);
}
