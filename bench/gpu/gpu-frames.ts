import type { GpuBackend } from '../../src/gpu/gpu-backend.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { STAGE_CLOCKS, type StageClock } from '../../src/simulation/program/stage.ts';
import { noTimes } from '../../src/simulation/statistics.ts';
import { step } from '../../src/simulation/step.ts';
import { openGpu } from './gpu-kernels.ts';
import { repeat, type Repetitions } from '../measure/repeat.ts';
import type { SceneState } from '../measure/step-runner.ts';

/** Time of a frame's steps, without measuring and drawing. */
export interface FrameTiming {
  readonly ms: number;
  readonly stages: Readonly<Record<StageClock, number>>;
  readonly submissions: number;
  readonly passes: number;
  readonly dispatches: number;
  readonly waits: number;
  readonly bytesRead: number;
  /** Number of steps that were repeated because the GPU left paths over for the pool. */
  readonly redone: number;
}

export type Mode = SimulationParameters['mode'];

/** Number of untimed steps at the start. */
const WARM_UP = 2;

/** Times frames in a mode from a state. @param stepsPerFrame by default the scene's own */
export async function timeFrames(
  state: SceneState,
  mode: Mode,
  frames: Repetitions,
  workers: number,
  stepsPerFrame = state.parameters.stepsPerFrame,
): Promise<FrameTiming[]> {
  const parameters: SimulationParameters = { ...state.parameters, mode };
  const backend = await openGpu(state, parameters, workers);
  try {
    const inputs = { parameters, grabs: [] };
    for (let i = 0; i < WARM_UP; i++) await step(backend, inputs);
    await backend.takeTimes();
    return await repeat(frames, () => timeFrame(backend, parameters, stepsPerFrame));
  } finally {
    await backend.dispose();
  }
}

async function timeFrame(backend: GpuBackend, parameters: SimulationParameters, steps: number): Promise<FrameTiming> {
  const { profile } = backend;
  profile.reset();
  const stages = noTimes();
  let ms = 0;
  for (let i = 0; i < steps; i++) {
    const started = performance.now();
    await step(backend, { parameters, grabs: [] });
    ms += performance.now() - started;
    const times = await backend.takeTimes(); // waits for the timestamps, which a frame itself never does
    for (const clock of STAGE_CLOCKS) stages[clock] += times[clock];
  }
  const { submissions, passes, dispatches, waits, bytesRead, repeatedRuns: redone } = profile;
  return { ms, stages, submissions, passes, dispatches, waits, bytesRead, redone };
}

/** Returns the time in which pool and device overlapped [ms]: the sum of the stages minus the frame's duration. */
export const overlapped = ({ ms, stages }: FrameTiming): number =>
  Math.max(0, STAGE_CLOCKS.reduce((sum, clock) => sum + stages[clock], 0) - ms);
