import { sceneByName } from '../scenes/scenes.ts';
import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { BackendKind } from './runtime.ts';
import type { Session } from './session.ts';

/** What the person asked for last; a start takes it as it stands then. */
export interface Wanted {
  scene: string;
  /** Undefined until a trial has chosen it. */
  size: number | undefined;
  backend: BackendKind;
  parameters: SimulationParameters;
}

export const startParameters = (scene: string): SimulationParameters => ({
  ...defaultParameters(),
  ...sceneByName(scene)?.parameters,
});

/** Tells the simulator what sliders said while the session was being opened. */
export function catchUp({ simulator }: Session, { parameters }: Wanted): void {
  const running = new Map<string, unknown>(Object.entries(simulator.parameters));
  const changed = Object.entries(parameters).filter(([name, value]) => running.get(name) !== value);
  if (changed.length > 0) simulator.setParameters(Object.fromEntries(changed));
}
