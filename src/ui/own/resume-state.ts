import { checkStart, resumeState, type SavedState, StateFileError } from '../../engine/state-file.ts';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import { sceneByName } from '../../scenes/scenes.ts';
import { NotStarted, type Resumption } from '../app/session.ts';
import { OWN_SCENE } from '../link/own-document.ts';
import type { Settings } from '../link/settings.ts';
import { documentOf } from './document.ts';

/** Digits after the point of the time that is told [s]. */
const TIME_DECIMALS = 3;

/** Whether a state is of a person's own scene: the command line knows these by names of files. */
export const isOfOwnScene = ({ scene }: SavedState): boolean => scene.toLowerCase().endsWith('.json');

/**
 * Returns the settings with which a state's scene starts: parameters as they are in the state, but for what the scene's script has changed.
 * @param own the person's own scene that the state is of, if it is of one
 * @throws StateFileError if the page has no such scene
 */
export function settingsOf(saved: SavedState, own: OwnScene | undefined, now: Settings): Settings {
  const document = own && documentOf(own);
  const name = document ? OWN_SCENE : saved.scene;
  const scene = document?.scene ?? sceneByName(name);
  if (isOfOwnScene(saved) && !document)
    throw new StateFileError(
      `the state is of the scene in ${saved.scene}, which isn't in the file; expected that scene to be shown, or given together with the state`,
    );
  if (!scene) throw new StateFileError(`the state is of ${saved.scene}; expected a scene of this version of the page`);
  const { min, max } = scene.size;
  if (!(saved.size >= min && saved.size <= max))
    throw new StateFileError(`the state is of ${name} at size ${saved.size}; expected ${min} to ${max}`);
  const changes = saved.snapshot.inputs.map(({ parameters }) => parameters);
  const parameters = Object.assign({ ...saved.startParameters }, ...changes);
  return { scene: name, size: saved.size, backend: now.backend, parameters, compare: undefined, own: document };
}

/** Lets a start go on from a state. @param tell called with a sentence once it does */
export function resumptionOf(saved: SavedState, tell: (text: string) => void): Resumption {
  const inWords = (error: unknown) =>
    error instanceof StateFileError ? new NotStarted(`This state can’t be gone on from: ${error.message}.`) : error;
  return ({ scene, size, parameters, world, positions }) => {
    const start = { scene: scene.name, size, parameters, world, positions };
    try {
      checkStart(saved, start);
    } catch (error) {
      throw inWords(error);
    }
    return async ({ simulator, startParameters }) => {
      try {
        await resumeState(simulator, saved, start);
      } catch (error) {
        throw inWords(error);
      }
      // Recordings replay the changes since the start from the parameters of then.
      Object.assign(startParameters, saved.startParameters);
      const { steps, time } = saved.snapshot;
      tell(`The scene goes on from the file's state: step ${steps}, ${Number(time.toFixed(TIME_DECIMALS))} s.`);
    };
  };
}
