import { type OwnDocument, SCENE_HASH } from '../link/own-document.ts';
import { documentOf } from './document.ts';
import { keptScene } from './keep.ts';
import { readSceneLink } from './read-files.ts';

/** Longest time that the page waits for a link's scene, before it opens another one [ms]. */
const LONGEST_READING = 20_000;
const NONE_KEPT = 'it names a scene of one’s own, but this browser has kept none';

/**
 * Finds the scene of one's own that a link names: the one that it holds after '#', or the one that was edited last in this browser.
 * @returns why there is none, as a complaint about the link
 */
export async function recallOwn(hash: string): Promise<OwnDocument | string> {
  if (!hash.startsWith(SCENE_HASH)) {
    const kept = await keptScene();
    return kept ? documentOf(kept) : NONE_KEPT;
  }
  const signal = AbortSignal.timeout(LONGEST_READING);
  try {
    return { ...documentOf(await readSceneLink(hash, signal)), hash };
  } catch (error) {
    if (signal.aborted) return `the scene after # took longer to read than ${LONGEST_READING / 1000} s`;
    return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
  }
}
