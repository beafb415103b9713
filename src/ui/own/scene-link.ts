import { deflate, fromBase64, inflate, toBase64 } from '../../formats/packed-bytes.ts';
import { readSceneFile } from '../../scenes/own/read-scene-file.ts';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import { writeSceneFile } from '../../scenes/own/write-scene-file.ts';
import { SCENE_HASH } from '../link/own-document.ts';

/** Longest part of a link after '#' [characters]: chats and mails pass links of 8 kB on, and cut longer ones. */
const LONGEST = 8000;
/** Longest text of a scene that a link may unfold to [bytes]: more would be no link of this page. */
const LONGEST_TEXT = 2 ** 20;

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

/** Reads the scene that a link holds after '#'. @throws Error that says what is wrong with it */
export async function sceneInHash(hash: string): Promise<OwnScene> {
  const [length = '', packed = ''] = hash.slice(SCENE_HASH.length).split('.');
  const count = Number(length);
  if (!Number.isInteger(count) || count <= 0 || count > LONGEST_TEXT)
    throw new Error(
      `the scene after # begins with '${length.slice(0, 20)}', expected its length, at most ${LONGEST_TEXT}`,
    );
  const base64 = packed.replaceAll('-', '+').replaceAll('_', '/');
  const padded = base64.padEnd(4 * Math.ceil(base64.length / 4), '=');
  return readSceneFile(new TextDecoder().decode(unpacked(padded, count)));
}

function unpacked(base64: string, length: number): Uint8Array {
  try {
    return inflate(fromBase64(base64), length);
  } catch (error) {
    throw new Error(`the scene after # ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
