import { expose } from 'comlink';
import type { SceneBuild } from '../scenes/scene.ts';
import { sceneByName } from '../scenes/scenes.ts';

/** Builds scenes off the page's thread: a model of many tetrahedra takes seconds. */
const builder = {
  build(name: string, size: number, progress: (fraction: number) => void): SceneBuild {
    const scene = sceneByName(name);
    if (!scene) throw new Error(`unknown scene '${name}'`);
    return scene.build(size, (fraction) => progress(fraction));
  },
};

export type Builder = typeof builder;
expose(builder);
