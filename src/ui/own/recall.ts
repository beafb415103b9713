import type { OwnDocument } from '../link/own-document.ts';
import { documentOf } from './document.ts';
import { keptScene } from './keep.ts';

/**
 * Finds the scene of one's own that a link names.
 * @returns undefined if there is none
 */
export async function recallOwn(): Promise<OwnDocument | undefined> {
  const kept = await keptScene();
  return kept && documentOf(kept);
}
