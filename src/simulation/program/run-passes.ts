import { TYPESCRIPT_KERNELS } from './kernels.ts';
import { defaultParameters } from '../parameters.ts';
import { makeModelData } from '../model-data.ts';
import { modelDataOf, type Pass, type StartCounters } from './pass.ts';
import { runProgram } from './run-program.ts';
import { createScratch } from '../scratch.ts';
import { stageEntries, startCounters } from './program.ts';
import { STAGES } from '../stages.ts';
import type { State } from '../state.ts';
import type { World } from '../world/world.ts';

/** Runs the stages of passes on the calling thread, without a pool. @param counters initial counters; by default the state's counters */
export function runPasses(
  { world, state }: { readonly world: World; readonly state: State },
  passes: readonly Pass[],
  parameters = defaultParameters(),
  counters?: StartCounters,
): void {
  makeModelData(world, modelDataOf(passes));
  const program = { parameters, entries: stageEntries(passes), ...(counters && { counters: startCounters(counters) }) };
  runProgram(
    { world, state, parameters, argument: 0, scratch: createScratch(), kernels: TYPESCRIPT_KERNELS },
    program,
    STAGES,
    0,
  );
}
