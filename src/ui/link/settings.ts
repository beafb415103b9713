import { sceneByName } from '../../scenes/scenes.ts';
import { startParameters } from '../../scenes/start-parameters.ts';
import { defaultParameters, type SimulationParameters } from '../../simulation/parameters.ts';
import type { Comparison } from '../app/comparison.ts';
import type { LinkRequest } from './links.ts';
import { difference } from '../panel/parameter-words.ts';
import type { BackendKind } from '../app/runtime.ts';

/** The person's current choices: scene, size, backend, parameters, comparison. A start uses the values that they have when it begins. */
export interface Settings {
  scene: string;
  /** Undefined until the page has chosen one, when the scene is loaded. */
  size: number | undefined;
  backend: BackendKind;
  parameters: SimulationParameters;
  /** The method that runs beside the scene's own in a comparison; undefined without one. */
  compare: Comparison | undefined;
}

/** A change of the settings. Absent fields stay as they are. */
export interface SceneChoice {
  readonly scene?: string;
  readonly backend?: BackendKind;
  /** In the scene's own unit (`size.meaning`); undefined lets the page choose. */
  readonly size?: number | undefined;
  readonly compare?: Comparison | undefined;
}

/** A scene's own parameters at a size; at the small size if `size` is undefined. */
export function usualParameters({ scene: name, size }: Pick<Settings, 'scene' | 'size'>): SimulationParameters {
  const scene = sceneByName(name);
  return scene ? startParameters(scene, size ?? scene.size.small) : defaultParameters();
}

/**
 * Changes the size. Parameters that the person has not changed take the scene's values for the new size, the others stay. Time step
 * and steps per frame change or stay together, because together they determine the simulated time per frame.
 */
export function resize(settings: Settings, size: number | undefined): void {
  const { timeStep, stepsPerFrame } = settings.parameters;
  const set = difference(usualParameters(settings), settings.parameters);
  if ('timeStep' in set || 'stepsPerFrame' in set) Object.assign(set, { timeStep, stepsPerFrame });
  settings.size = size;
  Object.assign(settings.parameters, usualParameters(settings), set);
}

/** The settings after a choice. Another scene starts with its own parameters and without a comparison. */
export function withChoice(settings: Settings, changed: SceneChoice): Settings {
  const { scene = settings.scene, size } = changed;
  if (scene !== settings.scene)
    return {
      ...settings,
      size: undefined,
      compare: undefined,
      ...changed,
      parameters: usualParameters({ scene, size }),
    };
  const next = copyOf(settings);
  if ('size' in changed) resize(next, size);
  return { ...next, ...changed };
}

/** Makes settings from a link. @returns the settings, and messages about requests that this browser can't fulfil */
export function settingsFrom(
  link: LinkRequest,
  backends: readonly BackendKind[],
): { settings: Settings; refused: string[] } {
  const isMissing = link.backend !== undefined && !backends.includes(link.backend);
  const settings: Settings = {
    scene: link.scene,
    size: link.size,
    backend: link.backend === undefined || isMissing ? backends[0] : link.backend,
    parameters: { ...usualParameters({ scene: link.scene, size: link.size }), ...link.parameters },
    compare: link.compare,
  };
  return { settings, refused: isMissing ? [`this browser can't run the ${link.backend} backend`] : [] };
}

/** Copies settings with their parameters, so that sliders, which change parameters in place, don't affect the copy. */
export const copyOf = (settings: Settings): Settings => ({ ...settings, parameters: { ...settings.parameters } });
