import { outlineOf } from '../../scenes/own/outline.ts';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import { OWN_SCENE, type OwnDocument } from '../link/own-document.ts';

/** Stands for what a worker does (app/build.worker.ts): the page's scripts have no code that makes bodies. */
function inWorker(): never {
  throw new Error('this script has no build and no check of scenes');
}

function countsOf({ bodies, meshes }: OwnScene): string {
  const tetrahedra = bodies.reduce((sum, { mesh }) => sum + meshes[mesh]!.mesh.tets.length / 4, 0);
  return `${bodies.length} ${bodies.length === 1 ? 'body' : 'bodies'}, ${tetrahedra.toLocaleString('en')} tetrahedra`;
}

/** Makes settings' value of a scene of one's own. */
export const documentOf = (content: OwnScene): OwnDocument => ({
  content,
  scene: { ...outlineOf(content, OWN_SCENE), build: inWorker, check: inWorker },
  counts: countsOf(content),
});
