import { proxy, type Remote, wrap } from 'comlink';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import type { SurfaceSize } from '../../surface/estimate.ts';
import type { FilledSurface } from '../../surface/tetrahedralise-surface.ts';
import type { Tetrahedraliser } from './tetrahedralise.worker.ts';

/** Starts the worker; tests give one of their own. */
export type StartWorker = () => Worker;

const startWorker: StartWorker = () =>
  new Worker(new URL('./tetrahedralise.worker.ts', import.meta.url), { type: 'module' });

/** Leaves out what only drawing needs: the worker would copy the textures twice. */
const bare = ({ positions, triangles }: DrawnSurface): DrawnSurface => ({
  positions,
  triangles,
  groups: [],
  materials: [],
});

/**
 * Measures a surface in a worker, for estimates of what a cell will give (estimate.ts).
 * @param signal ends the worker
 * @throws the signal's reason if the signal aborts; Error as measureSurface does
 */
export const measureInWorker = (
  surface: DrawnSurface,
  signal: AbortSignal,
  start = startWorker,
): Promise<SurfaceSize> => inWorker((worker) => worker.measure(bare(surface)), signal, start);

/**
 * Fills a surface with tetrahedra in a worker.
 * @param cell edge length of the lattice's cubes, in the unit of the surface
 * @param progress called with the finished share of the work, 0 to 1
 * @param signal ends the worker
 * @throws the signal's reason if the signal aborts; Error as tetrahedraliseSurface does
 */
export async function tetrahedraliseInWorker(
  surface: DrawnSurface,
  cell: number,
  progress: (fraction: number) => void,
  signal: AbortSignal,
  start = startWorker,
): Promise<FilledSurface> {
  const tell = (fraction: number) => {
    if (!signal.aborted) progress(fraction);
  };
  const filled = await inWorker((worker) => worker.tetrahedralise(bare(surface), cell, proxy(tell)), signal, start);
  return { ...filled, surface: { ...filled.surface, ...surface } };
}

async function inWorker<R>(
  work: (worker: Remote<Tetrahedraliser>) => Promise<R>,
  signal: AbortSignal,
  start: StartWorker,
): Promise<R> {
  signal.throwIfAborted();
  const worker = start();
  try {
    const failure = new Promise<never>((_, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message || 'the worker for tetrahedra could not be started'));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return await Promise.race([work(wrap<Tetrahedraliser>(worker)), failure]);
  } finally {
    worker.terminate();
  }
}
