import { fromBase64, inflate } from '../../formats/packed-bytes.ts';
import { readSceneFile } from '../../scenes/own/read-scene-file.ts';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import { SCENE_HASH } from '../link/own-document.ts';
import { LONGEST_TEXT } from './scene-link.ts';

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
