import { expose } from 'comlink';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import type { Scene, SceneBuild } from '../../scenes/scene.ts';
import { onDemand } from './on-demand.ts';

/** Fetches the module of one scene. The module has the scene's name. The code of the other scenes is not loaded. */
async function fetchScene(name: string): Promise<Scene> {
  const refuse = (text: string) => {
    throw new Error(text);
  };
  const part: Promise<Record<string, unknown>> = import(`../../scenes/${name}.ts`);
  const scene = Object.values((await onDemand(`The scene ‘${name}’`, part, refuse))!).find(
    (value) => (value as Scene | undefined)?.name === name,
  );
  if (!scene) throw new Error(`unknown scene '${name}'`);
  return scene as Scene;
}

/** Builds scenes in a worker, off the page's main thread: a model of many tetrahedra takes seconds. */
const builder = {
  async build(source: string | OwnScene, size: number, progress: (fraction: number) => void): Promise<SceneBuild> {
    const scene =
      typeof source === 'string'
        ? await fetchScene(source)
        : (await import('../../scenes/own/to-scene.ts')).toScene(source);
    return scene.build(size, (fraction) => progress(fraction));
  },
};

export type Builder = typeof builder;
expose(builder);
