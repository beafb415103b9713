import { proxy, wrap } from 'comlink';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import type { FilledSurface } from '../../surface/tetrahedralise-surface.ts';
import type { Given } from './given.ts';
import type { OwnMesh, OwnScene } from '../../scenes/own/scene-file.ts';
import type { ShapeName } from '../../scenes/own/shapes.ts';
import type { Reader } from './read-files.worker.ts';

/** Calls a worker of its own, which ends afterwards. @throws the signal's reason if the signal aborts */
async function inWorker<T>(
  call: (reader: ReturnType<typeof wrap<Reader>>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./read-files.worker.ts', import.meta.url), { type: 'module' });
  try {
    const failure = new Promise<never>((_, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message || 'the reading worker could not be started'));
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return await Promise.race([call(wrap<Reader>(worker)), failure]);
  } finally {
    worker.terminate();
  }
}

/** Reads files that were given at once. @throws Error with one sentence for the person, or the signal's reason */
export const readFiles = (files: readonly File[], signal: AbortSignal): Promise<readonly Given[]> =>
  inWorker((reader) => reader.read(files), signal);

/** Reads the scene that a link holds after '#'. @throws Error that says what is wrong with it, or the signal's reason */
export const readSceneLink = (hash: string, signal: AbortSignal): Promise<OwnScene> =>
  inWorker((reader) => reader.link(hash), signal);

export const makeShape = (kind: ShapeName): Promise<OwnMesh> => inWorker((reader) => reader.shape(kind));

/** Fills a surface with tetrahedra. @throws Error with one sentence for the person, or the signal's reason */
export const fillSurface = (
  surface: DrawnSurface,
  cell: number,
  progress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<FilledSurface> => inWorker((reader) => reader.fill(surface, cell, proxy(progress)), signal);
