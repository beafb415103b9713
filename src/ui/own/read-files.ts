import { proxy, wrap } from 'comlink';
import type { SavedState } from '../../engine/state-file.ts';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import type { FilledSurface } from '../../surface/tetrahedralise-surface.ts';
import type { Given } from './given.ts';
import type { OwnMesh, OwnScene } from '../../scenes/own/scene-file.ts';
import type { ShapeName } from '../../scenes/own/shapes.ts';
import type { Reader } from './read-files.worker.ts';

/** Starts the worker; tests give one of their own. */
type StartWorker = () => Worker;

const startWorker: StartWorker = () =>
  new Worker(new URL('./read-files.worker.ts', import.meta.url), { type: 'module' });

/** Calls a worker of its own, which ends afterwards. @throws the signal's reason if the signal aborts */
async function inWorker<T>(
  call: (reader: ReturnType<typeof wrap<Reader>>) => Promise<T>,
  signal?: AbortSignal,
  start = startWorker,
): Promise<T> {
  signal?.throwIfAborted();
  const worker = start();
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

/** Checks a scene that this browser has kept. @throws Error that says what is wrong with it, or the signal's reason */
export const readKept = (kept: unknown, signal?: AbortSignal): Promise<OwnScene> =>
  inWorker((reader) => reader.kept(kept), signal);

/** Packs a state, and the person's own scene that it is of, if any, as a file's bytes. */
export const packState = (saved: SavedState, own: OwnScene | undefined): Promise<Uint8Array> =>
  inWorker((reader) => reader.packState(saved, own));

/** Makes a built-in shape with the sizes that it has by default. @throws Error if the worker can't be started */
export const makeShape = (kind: ShapeName): Promise<OwnMesh> => inWorker((reader) => reader.shape(kind));

/** Whether a mesh overlaps itself, by the exact counts of `resolve`. */
export const overlapsItself = (mesh: TetMesh): Promise<boolean> => inWorker((reader) => reader.overlaps(mesh));

/**
 * Fills a surface with tetrahedra.
 * @param cell edge length of the lattice's cubes, in the unit of the surface
 * @param progress called with the finished share of the work, 0 to 1
 * @param signal ends the worker
 * @throws Error with one sentence for the person, or the signal's reason
 */
export async function fillSurface(
  surface: DrawnSurface,
  cell: number,
  progress: (fraction: number) => void,
  signal: AbortSignal,
  start?: StartWorker,
): Promise<FilledSurface> {
  // A report may still be under way when the worker ends.
  const tell = (fraction: number) => {
    if (!signal.aborted) progress(fraction);
  };
  // Only drawing needs the rest, such as textures, which would be copied to the worker and back.
  const { positions, triangles, uvs, colours, groups, materials } = surface;
  const bare: DrawnSurface = { positions, triangles, groups: [], materials: [] };
  const filled = await inWorker((reader) => reader.fill(bare, cell, proxy(tell)), signal, start);
  const looks = { ...(uvs && { uvs }), ...(colours && { colours }), groups, materials };
  return { ...filled, surface: { ...filled.surface, ...looks } };
}
