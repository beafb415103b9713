import { proxy, wrap } from 'comlink';
import type { Overlap } from '../../engine/resolve/overlap.ts';
import type { Resolved } from '../../engine/resolve/resolve.ts';
import type { TangledBodies } from './tangled-bodies.ts';
import type { RemoteUntangler } from './untangle.worker.ts';

/** Starts the worker; tests give one of their own. */
export type StartWorker = () => Worker;

const startWorker: StartWorker = () => new Worker(new URL('./untangle.worker.ts', import.meta.url), { type: 'module' });

/**
 * Finds a pose free of overlap in a worker of its own.
 * @param progress called with the number of steps and the overlap after each step
 * @param signal ends the worker
 * @throws the signal's reason if the signal aborts; Error as `resolve` does
 */
export async function untangleInWorker(
  bodies: TangledBodies,
  progress: (steps: number, overlap: Overlap) => void,
  signal: AbortSignal,
  start = startWorker,
): Promise<Resolved> {
  signal.throwIfAborted();
  const worker = start();
  const tell = (steps: number, overlap: Overlap) => {
    if (!signal.aborted) progress(steps, overlap);
  };
  try {
    const failure = new Promise<never>((_, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message || 'the worker that untangles could not be started'));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return await Promise.race([wrap<RemoteUntangler>(worker).untangle(bodies, proxy(tell)), failure]);
  } finally {
    worker.terminate();
  }
}
