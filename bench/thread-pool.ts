import { rebuildBody } from '../src/simulation/detect/rebuild.ts';
import { defaultParameters } from '../src/simulation/parameters.ts';
import type { Pool } from '../src/simulation/pool.ts';
import { runProgram } from '../src/simulation/run-program.ts';
import type { Context } from '../src/simulation/stage.ts';
import { STAGES } from '../src/simulation/stages.ts';
import { growState, type State } from '../src/simulation/state.ts';
import type { World } from '../src/simulation/world.ts';
import { createScratch } from '../src/simulation/scratch.ts';

/** A pool that is this very thread: stages run as on a pool's only worker, can be timed one by one, and keep their arrays here. */
export function threadPool(world: World, state: State): Pool {
  const context: Context = {
    world,
    state,
    parameters: defaultParameters(),
    argument: 0,
    workerCount: 1,
    scratch: createScratch(),
  };
  return {
    size: 1,
    shared: true,
    state,
    world,
    run: async (program) => runProgram(context, program, STAGES, 0),
    rebuild: async (body) => rebuildBody(world, state, body, context.scratch.detect.build),
    hurryRebuilds() {},
    grow: async (capacities) => {
      growState(world, state, capacities, (bytes) => new ArrayBuffer(bytes));
      return true;
    },
    pull: async () => {},
    push: async () => {},
    dispose: async () => {},
  };
}
