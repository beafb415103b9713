import { outlineOf } from '../../scenes/own/outline.ts';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import { OWN_SCENE, type OwnDocument } from '../link/own-document.ts';

/** Stands for what a worker does (app/build.worker.ts): the page's scripts have no code that makes bodies. */
function inWorker(): never {
  throw new Error('this script has no build and no check of scenes');
}

/** Makes settings' value of a scene of one's own. */
export const documentOf = (content: OwnScene): OwnDocument => ({
  content,
  scene: { ...outlineOf(content, OWN_SCENE), build: inWorker, check: inWorker },
});
