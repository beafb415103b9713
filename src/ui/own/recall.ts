import { type OwnDocument, SCENE_HASH } from '../link/own-document.ts';
import { documentOf } from './document.ts';
import { keptScene } from './keep.ts';
import { readKept, readSceneLink } from './read-files.ts';

/** Longest time that the page waits for a scene, before it opens another one [ms]. */
const LONGEST_READING = 20_000;

/**
 * Finds the scene of one's own that a link names: the one that it holds after '#', or the one that this browser has kept.
 * @returns why there is none, as a complaint about the link
 */
export async function recallOwn(hash: string): Promise<OwnDocument | string> {
  const isInLink = hash.startsWith(SCENE_HASH);
  const signal = AbortSignal.timeout(LONGEST_READING);
  try {
    if (isInLink) return { ...documentOf(await readSceneLink(hash, signal)), hash };
    const kept = await beforeAbort(
      keptScene((scene) => readKept(scene, signal)),
      signal,
    );
    return typeof kept === 'string' ? kept : documentOf(kept);
  } catch (error) {
    const which = isInLink ? 'the scene after #' : 'the scene that this browser has kept';
    if (signal.aborted) return `${which} took longer to read than ${LONGEST_READING / 1000} s`;
    return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
  }
}

/** Waits for a promise that a browser may never settle. @throws the signal's reason if the signal aborts before */
const beforeAbort = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);
