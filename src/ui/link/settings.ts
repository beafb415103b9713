import { SCENES, sceneByName } from '../../scenes/scenes.ts';
import type { Scene } from '../../scenes/scene.ts';
import { startParameters } from '../../scenes/start-parameters.ts';
import { defaultParameters, type SimulationParameters } from '../../simulation/parameters.ts';
import type { Resumption } from '../app/session.ts';
import type { Comparison } from '../app/comparison.ts';
import type { LinkRequest } from './links.ts';
import { OWN_SCENE, type OwnDocument } from './own-document.ts';
import { difference } from '../panel/parameter-words.ts';
import type { BackendKind } from '../app/runtime.ts';

/** The person's current choices. */
export interface Settings {
  scene: string;
  /** In the scene's own unit (`size.meaning`). Undefined until the page has chosen a size, while the scene loads. */
  size: number | undefined;
  backend: BackendKind;
  parameters: SimulationParameters;
  /** The parameter in which the right half of a comparison differs, and its value there; undefined if there is no comparison. */
  compare: Comparison | undefined;
  /** The scene of one's own, if `scene` is OWN_SCENE; else undefined. */
  own?: OwnDocument | undefined;
  /** Lets the next start go on from a state; undefined if it begins at the scene's start. */
  resume?: Resumption | undefined;
}

/** A change of the settings. Settings whose fields are absent stay as they are. */
export interface SceneChoice {
  readonly scene?: string;
  readonly backend?: BackendKind;
  /** In the scene's own unit (`size.meaning`); undefined lets the page choose. */
  readonly size?: number | undefined;
  readonly compare?: Comparison | undefined;
  readonly own?: OwnDocument;
  /** Whether a scene of one's own is another one than before, not an edit of it: then it starts with its own parameters. */
  readonly isOther?: boolean;
}

/** The scene that settings name: one of the list, or the person's own. Undefined for the page of 2D figures. */
export const sceneOf = ({ scene, own }: Pick<Settings, 'scene' | 'own'>): Scene | undefined =>
  own?.scene ?? sceneByName(scene);

/** Returns a scene's own parameters at a size; at the small size if `size` is undefined. */
export function usualParameters(settings: Pick<Settings, 'scene' | 'size' | 'own'>): SimulationParameters {
  const scene = sceneOf(settings);
  const { size } = settings;
  return scene ? startParameters(scene, size ?? scene.size.small) : defaultParameters();
}

/**
 * Changes the size, or the scene of one's own. Parameters that the person has changed stay; the others take the scene's values. Time step and
 * steps per frame both stay if the person has changed one of them, because together they determine the simulated time per frame.
 */
export function resize(settings: Settings, size: number | undefined, own = settings.own): void {
  const { timeStep, stepsPerFrame } = settings.parameters;
  const changed = difference(usualParameters(settings), settings.parameters);
  if ('timeStep' in changed || 'stepsPerFrame' in changed) Object.assign(changed, { timeStep, stepsPerFrame });
  settings.size = size;
  settings.own = own;
  Object.assign(settings.parameters, usualParameters(settings), changed);
}

/**
 * Returns the collision mode that the person has chosen, for the next scene; nothing if the person has chosen none, or if the next scene
 * has a mode of its own, without which it would not show what it is about.
 */
function keptMode(settings: Settings, next: Scene | undefined): Pick<SimulationParameters, 'mode'> | undefined {
  const { mode } = settings.parameters;
  const isChosen = mode !== usualParameters(settings).mode;
  return isChosen && next?.parameters.mode === undefined ? { mode } : undefined;
}

/**
 * Returns the settings after a choice. Another scene starts with its own parameters and without a comparison, but in the collision mode
 * that the person has chosen. In an edited scene of one's own, parameters that the person has changed stay.
 */
export function withChoice(settings: Settings, { isOther, ...changed }: SceneChoice): Settings {
  const { scene = settings.scene, size, own } = changed;
  if (scene !== settings.scene || isOther)
    return {
      ...settings,
      size: undefined,
      compare: undefined,
      own: undefined,
      resume: undefined,
      ...changed,
      parameters: { ...usualParameters({ scene, size, own }), ...keptMode(settings, sceneOf({ scene, own })) },
    };
  const next = copyOf(settings);
  if ('size' in changed || own) resize(next, 'size' in changed ? size : next.size, own);
  return { ...next, ...changed };
}

/**
 * Makes settings from a link.
 * @param found the scene of one's own that the link names, or why there is none
 * @returns the settings, and messages about requests that this browser can't fulfil
 */
export function settingsFrom(
  link: LinkRequest,
  backends: readonly BackendKind[],
  found?: OwnDocument | string,
): { settings: Settings; complaints: string[] } {
  const own = typeof found === 'object' ? found : undefined;
  const isLost = link.scene === OWN_SCENE && !own;
  const scene = isLost ? SCENES[0]!.name : link.scene;
  const isUnavailable = link.backend !== undefined && !backends.includes(link.backend);
  const settings: Settings = {
    scene,
    // A scene of one's own has one size.
    size: own || isLost ? undefined : link.size,
    backend: link.backend === undefined || isUnavailable ? backends[0] : link.backend,
    parameters: { ...usualParameters({ scene, size: link.size, own }), ...link.parameters },
    compare: link.compare,
    own,
  };
  const complaints = [
    ...(isUnavailable ? [`this browser can't run the ${link.backend} backend`] : []),
    ...(typeof found === 'string' ? [found] : []),
  ];
  return { settings, complaints };
}

/** Copies settings together with their parameters, because sliders change parameters in place. */
export const copyOf = (settings: Settings): Settings => ({ ...settings, parameters: { ...settings.parameters } });
