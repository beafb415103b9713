import type { Endpoint } from 'comlink';

/** A worker as seen by the pool, in a page or in Node. */
export interface WorkerHandle {
  readonly endpoint: Endpoint;
  /** Resolves, with the reason, when the worker fails or ends. */
  readonly died: Promise<Error>;
  terminate(): void;
}
