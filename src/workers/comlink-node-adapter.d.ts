/** Types of this comlink module; comlink ships them beside its UMD build only. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink';
  import type { MessagePort, Worker } from 'node:worker_threads';

  export default function nodeEndpoint(port: Worker | MessagePort): Endpoint;
}
