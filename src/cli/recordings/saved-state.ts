import { onOneLine, quoted } from '../../math/text.ts';
import { readState, resumeState, type RunStart, type SavedState, StateFileError } from '../../engine/state-file.ts';
import { UsageError } from '../../node/errors.ts';
import { readBytes } from '../../node/files.ts';
import { REGION_ARRAYS } from '../../simulation/contacts/regions/arrays.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { ResumableSimulator } from '../../simulation/resumable-simulator.ts';

/** Most bytes of a state's file: as many as its arrays may have, inflated. */
const MAX_STATE = 2 ** 32 - 1;

/** Reads the file of a state. @throws UsageError for a file that is none */
export function readSavedState(path: string): SavedState {
  const bytes = readBytes(path, MAX_STATE);
  try {
    return readState(bytes);
  } catch (error) {
    if (!(error instanceof StateFileError)) throw error;
    throw new UsageError(`${quoted(path)}: ${onOneLine(error.message)}`, { cause: error });
  }
}

/**
 * Returns a state from which a run goes on by another recovery, so that both can be compared from one state. What regions remember is forgotten. The change is an
 * input of the next step, so that recordings tell it, which can't be replayed from the start then.
 */
export function withRecovery(saved: SavedState, recovery: SimulationParameters['recovery']): SavedState {
  const { startParameters, snapshot } = saved;
  if (startParameters.recovery === recovery) return saved;
  const nothing = Object.entries(REGION_ARRAYS).map(([name, { kind }]) => [
    name,
    kind === 'f32' ? new Float32Array() : new Uint32Array(),
  ]);
  const { steps, inputs } = snapshot;
  const others = inputs.filter(({ step }) => step !== steps);
  const own = inputs.find(({ step }) => step === steps);
  return {
    ...saved,
    startParameters: { ...startParameters, recovery },
    snapshot: {
      ...snapshot,
      // So that a recording of the run tells it.
      inputs: [...others, { ...own, step: steps, parameters: { ...own?.parameters, recovery } }],
      parameters: { ...snapshot.parameters, recovery },
      arrays: { ...snapshot.arrays, ...Object.fromEntries(nothing) },
    },
  };
}

/** State that a run goes on from, and parameters that it changes then. */
export interface Resumption {
  readonly path: string;
  readonly saved: SavedState;
  readonly changed: Partial<SimulationParameters>;
}

/** Lets a run go on from a state. @throws UsageError if the state doesn't fit what the run starts from */
export async function resumeRun(
  simulator: ResumableSimulator,
  { path, saved, changed }: Resumption,
  start: RunStart,
): Promise<void> {
  try {
    await resumeState(simulator, saved, start);
  } catch (error) {
    if (!(error instanceof StateFileError)) throw error;
    throw new UsageError(`${quoted(path)}: ${onOneLine(error.message)}`, { cause: error });
  }
  simulator.setParameters(changed);
}
