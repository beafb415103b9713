import type { Broke } from '../../record/recording.ts';
import type { Grab } from '../../simulation/constraints/grabs/hand.ts';
import { UsageError } from '../../node/errors.ts';
import { BrokenStateError, type Simulator } from '../../simulation/simulator.ts';
import type { RecordedFrame, RecordedRun } from './recorded-run.ts';

/** Outcome of a repeated run: how far it ran, and where it differs from the recording. */
export interface Repeated {
  /** Number of frames whose recorded hash equals the hash of the repeated frame. */
  readonly equalFrames: number;
  /**
   * Number of frames before the first one that differs; all repeated frames if none differs. Frames that were recorded without a hash
   * count too, although they can't be compared.
   */
  readonly framesRun: number;
  readonly difference?: Difference;
}

/** The first frame that differs, with the recorded and the repeated result in words. */
export interface Difference {
  readonly frame: number;
  /** Number of steps that the run had done at the frame's end. */
  readonly step: number;
  readonly recorded: string;
  readonly replayed: string;
}

const BROKE = 'the simulation broke';
const hashWord = (hash: string | undefined): string => (hash === undefined ? 'no hash' : `hash ${hash}`);
const brokeWord = ({ step, part, body }: Broke): string => `${BROKE} in step ${step}, body ${body} after '${part}'`;

/**
 * Repeats a recording's frames with its inputs, up to the first frame whose hash differs. If the recording begins in the middle of
 * the run, the steps before its first frame run as part of that frame. If the recorded simulation broke and all of its
 * frames are repeated, the repeated one has to break in the same step, after the same part of it, and in the same body.
 * @param simulator at the run's start, with the recording's parameters
 * @param frames number of the recording's frames to repeat
 * @param tell called after each step with the number of steps done
 */
export async function repeatRun(
  simulator: Simulator,
  { inputs, frames: all, broke }: RecordedRun,
  frames: number,
  tell: (steps: number) => void,
): Promise<Repeated> {
  let next = 0;
  // Applies the recorded inputs that came before the next step.
  const takeInputs = () => {
    for (; next < inputs.length && inputs[next].step === simulator.steps; next++) {
      const { parameters, grabs } = inputs[next];
      if (parameters) simulator.setParameters(parameters);
      if (grabs) setGrabs(simulator, grabs, `inputs[${next}].grabs`);
    }
  };
  // Runs one frame, until the run has done `step` steps. Returns the frame's hash, or how the simulation broke.
  const runTo = async (step: number): Promise<string | Broke> => {
    takeInputs();
    const eachStep = async () => {
      takeInputs();
      tell(simulator.steps);
    };
    try {
      return (await simulator.frame({ hash: true, steps: step - simulator.steps, eachStep })).hash!;
    } catch (error) {
      if (error instanceof BrokenStateError) return error;
      throw error;
    }
  };
  let same = 0;
  for (let i = 0; i < frames; i++) {
    const found = await runTo(all[i].step);
    const difference = differenceOf(all[i], found);
    if (difference) return { equalFrames: same, framesRun: i, difference };
    if (all[i].hash !== undefined) same++;
  }
  if (!broke || frames < all.length) return { equalFrames: same, framesRun: frames };
  const found = await runTo(broke.step + 1);
  const recorded = brokeWord(broke);
  const replayed = typeof found === 'string' ? 'it did not' : brokeWord(found);
  if (recorded === replayed) return { equalFrames: same, framesRun: frames };
  const frame = (all.at(-1)?.frame ?? -1) + 1;
  return { equalFrames: same, framesRun: frames, difference: { frame, step: broke.step + 1, recorded, replayed } };
}

/** @throws UsageError if the world can't take the grabs */
function setGrabs(simulator: Simulator, grabs: readonly Grab[], name: string): void {
  try {
    simulator.setGrabs(grabs);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${name}: ${error.message}`) : error;
  }
}

/**
 * Compares a repeated frame with the recorded one. @param found the repeated frame's hash, or how the simulation broke in it
 * @returns undefined if the hashes are equal, or if none was recorded and the simulation didn't break
 */
function differenceOf({ frame, step, hash }: RecordedFrame, found: string | Broke): Difference | undefined {
  const isSame = typeof found === 'string' && (hash === undefined || hash === found);
  if (isSame) return undefined;
  const replayed = typeof found === 'string' ? hashWord(found) : brokeWord(found);
  return { frame, step, recorded: hashWord(hash), replayed };
}
