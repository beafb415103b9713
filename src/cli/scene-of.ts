import { dirname, join } from 'node:path';
import { onOneLine, quoted } from '../math/text.ts';
import { UsageError } from '../node/errors.ts';
import { readText } from '../node/files.ts';
import { readNamedMeshFiles } from '../node/mesh-files.ts';
import { tell } from '../node/print.ts';
import { FIGURES_SCENE } from '../scenes/figures/figures.ts';
import { noteOnCoincident } from '../scenes/own/coincident.ts';
import { loadMesh } from '../scenes/own/load-mesh.ts';
import { readSceneFile } from '../scenes/own/read-scene-file.ts';
import type { LoadMesh } from '../scenes/own/scene-file.ts';
import { toScene } from '../scenes/own/to-scene.ts';
import type { Scene } from '../scenes/scene.ts';
import { SCENES, sceneByName } from '../scenes/scenes.ts';
import { didYouMean } from './did-you-mean.ts';

/** Whether a name is the path of a file with a scene of one's own. */
export const isSceneFile = (name: string): boolean => /\.json$/i.test(name);

/**
 * Looks up a scene by its name, or reads the file of one's own scene.
 * @param name of a scene, or a path that ends in .json
 * @throws UsageError for an unknown name, whose message lists the known ones, or for a file that can't be used
 */
export async function sceneOf(name: string): Promise<Scene> {
  const scene = sceneByName(name);
  if (scene) return scene;
  if (isSceneFile(name)) return readOwnScene(name);
  const fault = name === FIGURES_SCENE ? `'${name}' is a scene of the page only` : `unknown scene ${quoted(name)}`;
  const names = SCENES.map((known) => known.name);
  throw new UsageError(
    `${fault}; allowed are ${names.join(', ')}, and files that end in .json${didYouMean(name, names)}`,
  );
}

async function readOwnScene(path: string): Promise<Scene> {
  const text = readText(path);
  try {
    const own = await readSceneFile(text, meshesBeside(path));
    for (const note of noteOnCoincident(own)) tell(note);
    for (const [name, { note }] of Object.entries(own.meshes)) if (note) tell(`${quoted(name)}: ${note}`);
    return toScene(own, path);
  } catch (error) {
    throw new UsageError(`${quoted(path)}: ${onOneLine((error as Error).message)}`, { cause: error });
  }
}

/** Returns a loader of the meshes that a scene's file names by paths relative to it. */
const meshesBeside =
  (scene: string): LoadMesh =>
  async (reference) =>
    loadMesh(readNamedMeshFiles(join(dirname(scene), reference.file)), reference);
