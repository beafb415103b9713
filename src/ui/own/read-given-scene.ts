import type { GivenFile } from '../../formats/given-file.ts';
import { meshesAmong } from '../../scenes/own/load-mesh.ts';
import { readSceneFile } from '../../scenes/own/read-scene-file.ts';
import { type OwnScene, SceneFileError } from '../../scenes/own/scene-file.ts';

/**
 * Reads a scene's file that a person gave.
 * @param files the scene's, then those of meshes that it may name
 * @throws SceneFileError that begins with the file's name, or the error of a mesh's file
 */
export async function readGivenScene([file, ...others]: readonly GivenFile[]): Promise<OwnScene> {
  try {
    return await readSceneFile(new TextDecoder().decode(file!.bytes), meshesAmong(others));
  } catch (error) {
    if (!(error instanceof SceneFileError)) throw error;
    throw new SceneFileError(`${file!.name}: ${error.message}`, { cause: error });
  }
}
