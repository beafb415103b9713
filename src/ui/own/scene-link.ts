import { deflate, toBase64 } from '../../formats/packed-bytes.ts';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import { writeSceneFile } from '../../scenes/own/write-scene-file.ts';
import { SCENE_HASH } from '../link/own-document.ts';

/** Longest part of a link after '#' [characters]: chats and mails pass links of 8 kB on, and cut longer ones. */
const LONGEST = 8000;
/** Longest text of a scene that a link may unfold to [bytes]: more would be no link of this page. */
export const LONGEST_TEXT = 2 ** 20;

/** Returns the part of a link after '#' that holds a scene; undefined if it would be too long. */
export function hashOf(scene: OwnScene): string | undefined {
  const text = writeSceneFile(scene);
  // A mesh of some thousand tetrahedra is far too large: it needn't be deflated first.
  if (text.length > LONGEST_TEXT) return undefined;
  const bytes = new TextEncoder().encode(text);
  const packed = toBase64(deflate(bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const hash = `${SCENE_HASH}${bytes.length}.${packed}`;
  return hash.length > LONGEST ? undefined : hash;
}
