import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Scene, SceneBuild } from '../../src/scenes/scene.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';

export interface Built {
  readonly build: SceneBuild;
  readonly world: World;
  readonly positions: Float32Array;
  readonly parameters: SimulationParameters;
}

export interface LaidOut extends Built {
  readonly state: State;
}

/** Builds a scene. @param changed parameters that replace the scene's own */
export function built(scene: Scene, size: number, changed: Partial<SimulationParameters> = {}): Built {
  const build = scene.build(size);
  const parameters = { ...startParameters(scene, size), ...changed };
  const { world, positions } = createWorld(build.placements, build.colliders, parameters, build.script, build.air);
  return { build, world, positions, parameters };
}

/** Builds a scene, and its state at the start. */
export function laidOut(scene: Scene, size: number): LaidOut {
  const scenery = built(scene, size);
  const { world, positions, parameters } = scenery;
  const state = initialState(world, positions, parameters, (bytes) => new SharedArrayBuffer(bytes));
  return { ...scenery, state };
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
