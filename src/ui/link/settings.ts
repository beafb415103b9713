import { sceneByName } from '../../scenes/scenes.ts';
import { startParameters } from '../../scenes/start-parameters.ts';
import { defaultParameters, type SimulationParameters } from '../../simulation/parameters.ts';
import type { Comparison } from '../app/comparison.ts';
import type { LinkRequest } from './links.ts';
import { difference } from '../panel/parameter-words.ts';
import type { BackendKind } from '../app/runtime.ts';

/** What the person asked for last; a start takes it as it stands then. */
export interface Settings {
  scene: string;
  /** Undefined until the scene is loaded. */
  size: number | undefined;
  backend: BackendKind;
  parameters: SimulationParameters;
  /** What runs beside it, if anything. */
  compare: Comparison | undefined;
}

/** What a person chooses in place of what is settings. */
export interface SceneChoice {
  readonly scene?: string;
  readonly backend?: BackendKind;
  /** What the number means is the scene's to say. */
  readonly size?: number | undefined;
  readonly compare?: Comparison | undefined;
}

/** What a scene says of its parameters at a size; at small until one is chosen. */
export function usualParameters({ scene: name, size }: Pick<Settings, 'scene' | 'size'>): SimulationParameters {
  const scene = sceneByName(name);
  return scene ? startParameters(scene, size ?? scene.size.small) : defaultParameters();
}

/**
 * Asks for another size: parameters that are as the scene has them follow it, others stay. Time step and steps a frame stay or
 * follow together: what a frame lasts is made of both.
 */
export function resize(settings: Settings, size: number | undefined): void {
  const { timeStep, stepsPerFrame } = settings.parameters;
  const set = difference(usualParameters(settings), settings.parameters);
  if ('timeStep' in set || 'stepsPerFrame' in set) Object.assign(set, { timeStep, stepsPerFrame });
  settings.size = size;
  Object.assign(settings.parameters, usualParameters(settings), set);
}

/** What is settings once something else is chosen. Another scene begins as it says itself, and alone. */
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

/** @returns what a link asks for, and what of it this browser refuses, in words */
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

/** A copy that sliders don't change. */
export const copyOf = (settings: Settings): Settings => ({ ...settings, parameters: { ...settings.parameters } });
