import type { OwnScene } from '../../scenes/own/scene-file.ts';
import type { Scene } from '../../scenes/scene.ts';

/** Name of the person's own scene in links, lists and files of recordings. */
export const OWN_SCENE = 'own';

/** Begins the part of a link after '#' that holds a whole scene. */
export const SCENE_HASH = '#scene=';

/** The person's own scene, as settings carry it: a value that an edit replaces as a whole, so that going back is to take the earlier value. */
export interface OwnDocument {
  /** Plain data, which is sent to the worker that builds the scene, and saved. */
  readonly content: OwnScene;
  /** The same as the page sees other scenes. Its name is OWN_SCENE. */
  readonly scene: Scene;
  /** Numbers of bodies and elements, as '2 bodies, 1,044 tetrahedra'. */
  readonly counts: string;
  /** The part of the link after '#' that holds the scene, until it is edited. */
  readonly hash?: string;
}
