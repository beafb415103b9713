import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Scene, SceneBuild } from '../../src/scenes/scene.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';

export interface LaidOut {
  readonly build: SceneBuild;
  readonly world: World;
  readonly positions: Float32Array;
  readonly state: State;
  readonly parameters: SimulationParameters;
}

/** Builds a scene at its start. @param changed parameters that replace the scene's own */
export function laidOut(scene: Scene, size: number, changed: Partial<SimulationParameters> = {}): LaidOut {
  const build = scene.build(size);
  const parameters = { ...startParameters(scene, size), ...changed };
  const { world, positions } = createWorld(build.placements, build.colliders, parameters, build.script, build.air);
  const state = initialState(world, positions, parameters, (bytes) => new SharedArrayBuffer(bytes));
  return { build, world, positions, state, parameters };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the bytes of all reachable array buffers of this thread. */
export function arrayMemory(): number {
  // A second collection subtracts the buffers that the first one freed.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}
