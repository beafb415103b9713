import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Scene, SceneBuild } from '../src/scenes/scene.ts';
import { startParameters } from '../src/scenes/start-parameters.ts';
import { createWorld } from '../src/simulation/create-world.ts';
import { initialOrders, rebuildBody } from '../src/simulation/detect/rebuild.ts';
import { initialState } from '../src/simulation/initial-state.ts';
import { defaultParameters, type SimulationParameters } from '../src/simulation/parameters.ts';
import type { Pool } from '../src/simulation/pool.ts';
import { runProgram } from '../src/simulation/run-program.ts';
import type { Context } from '../src/simulation/stage.ts';
import { STAGES } from '../src/simulation/stages.ts';
import type { State } from '../src/simulation/state.ts';
import type { World } from '../src/simulation/world.ts';

export interface LaidOut {
  readonly build: SceneBuild;
  readonly world: World;
  readonly state: State;
  readonly parameters: SimulationParameters;
}

/** A scene at its start. */
export function laidOut(scene: Scene, size: number): LaidOut {
  const build = scene.build(size);
  const parameters = startParameters(scene, size);
  const { world, positions } = createWorld(build.placements, build.colliders, parameters.contactPoints, build.script);
  const state = initialState(world, positions, parameters, (bytes) => new SharedArrayBuffer(bytes));
  initialOrders(world, state);
  return { build, world, state, parameters };
}

/** A pool that runs everything here, so that what a worker keeps is this thread's. */
export function poolHere(world: World, state: State): Pool {
  const context: Context = { world, state, parameters: defaultParameters(), argument: 0, workerCount: 1 };
  return {
    size: 1,
    shared: true,
    state,
    world,
    run: async (program) => runProgram(context, program, STAGES, 0),
    rebuild: async (body) => rebuildBody(world, state, body),
    hurryRebuilds: () => {},
    pull: async () => {},
    push: async () => {},
    dispose: async () => {},
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of all array buffers of this thread that somebody holds. */
export function arrayMemory(): number {
  // What was freed is counted off by the second.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}
