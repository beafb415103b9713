import { type Scene, SIZE_NAMES } from '../../scenes/scene.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { BackendKind } from '../app/runtime.ts';
import { type ExpectedSize, expectedSize } from '../gallery/expected-size.ts';
import { bytesInWords, memoryOf } from './memory-budget.ts';
import type { Speed } from './speed.ts';

/** Longest time of a frame that starts without a question [s]: a motion of one frame in two seconds is hardly seen as one. */
const UNASKED_FRAME_TIME = 2;

/** A scene that is about to be loaded, and where it will run. */
export interface Planned {
  readonly scene: Scene;
  /** In the scene's own unit. */
  readonly size: number;
  readonly backend: BackendKind;
  readonly parameters: SimulationParameters;
  /** Number of simulations that run at once: 2 in a comparison, else 1. */
  readonly runs: number;
  /** Estimate of what will be built, if it isn't that of the table of sizes. */
  readonly expected?: ExpectedSize | undefined;
}

/** The scene that loading will bring, in words. */
export interface Prospect {
  /** Size, bodies, tetrahedra, memory, and the time of a frame, as far as they can be estimated. */
  readonly text: string;
  /** Estimate of what will be built; undefined if nothing is known. */
  readonly expected: ExpectedSize | undefined;
  /** Asks whether to start a scene that will run slowly; undefined if it will not, or if nobody knows. */
  readonly question: string | undefined;
}

/** Estimates what a scene will need on this machine. @param speed measured from scenes that ran here */
export function prospectOf(planned: Planned, speed: Speed): Prospect {
  const { scene, size, backend, parameters, runs } = planned;
  const expected = 'expected' in planned ? planned.expected : expectedSize(scene, size);
  const name = SIZE_NAMES.find((known) => scene.size[known] === size);
  const parts = [`Size: ${name ?? `${size.toLocaleString('en')} ${scene.size.meaning}`}`];
  const prospect = (question?: string): Prospect => ({ text: parts.join(' · '), expected, question });
  if (!expected) return prospect();
  const { bodies, tetrahedra } = expected;
  const count = `${bodies} ${bodies === 1 ? 'body' : 'bodies'}, ${tetrahedra.toLocaleString('en')} tetrahedra`;
  parts.push(runs > 1 ? `${count}, twice` : count, `about ${bytesInWords(memoryOf(expected, runs))} of memory`);
  const seconds = speed.secondsPerFrame(backend, { tetrahedra: runs * tetrahedra, steps: parameters.stepsPerFrame });
  if (seconds === undefined) return prospect();
  const duration = `an estimated ${roughDuration(seconds)} per frame`;
  const question = `“${scene.title}” will take ${duration} on this machine.\n${parts.join(' · ')}\nStart it all the same?`;
  parts.push(duration);
  return prospect(seconds > UNASKED_FRAME_TIME ? question : undefined);
}

/** Formats an estimated duration as '40 ms', '0.6 s' or '12 s': more digits would pretend to be exact. */
export function roughDuration(seconds: number): string {
  if (seconds < 0.1) return `${Math.max(1, Math.round(1000 * seconds))} ms`;
  return `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`;
}
