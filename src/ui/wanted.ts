import { sceneByName } from '../scenes/scenes.ts';
import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { Comparison } from './comparison.ts';
import type { LinkRequest } from './links.ts';
import type { BackendKind } from './runtime.ts';

/** What the person asked for last; a start takes it as it stands then. */
export interface Wanted {
  scene: string;
  /** Undefined until a trial has chosen it. */
  size: number | undefined;
  backend: BackendKind;
  parameters: SimulationParameters;
  /** What runs beside it, if anything. */
  compare: Comparison | undefined;
}

export const startParameters = (scene: string): SimulationParameters => ({
  ...defaultParameters(),
  ...sceneByName(scene)?.parameters,
});

/** @returns what a link asks for, and what of it this browser refuses, in words */
export function wantedBy(link: LinkRequest, backends: readonly BackendKind[]): { wanted: Wanted; refused: string[] } {
  const isMissing = link.backend !== undefined && !backends.includes(link.backend);
  const wanted: Wanted = {
    scene: link.scene,
    size: link.size,
    backend: link.backend === undefined || isMissing ? backends[0] : link.backend,
    parameters: { ...startParameters(link.scene), ...link.parameters },
    compare: link.compare,
  };
  return { wanted, refused: isMissing ? [`this browser can't run the ${link.backend} backend`] : [] };
}

/** A copy that sliders don't change. */
export const copyOf = (wanted: Wanted): Wanted => ({ ...wanted, parameters: { ...wanted.parameters } });
