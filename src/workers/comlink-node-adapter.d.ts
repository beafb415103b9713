/** Types of comlink's adapter for Node. comlink has these types only beside its UMD build, not beside the ES module that is used here. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink';
  import type { MessagePort, Worker } from 'node:worker_threads';

  export default function nodeEndpoint(port: Worker | MessagePort): Endpoint;
}
