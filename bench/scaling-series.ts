import { STAGE_CLOCKS } from '../src/simulation/stage.ts';
import { type SceneState, StepRunner, type StepTimes } from './step-runner.ts';
import { timeSteps } from './time-steps.ts';

/** A size of a series, and means of its steps, a round each. */
export interface Point {
  readonly tetrahedra: number;
  readonly bodies: number;
  readonly rounds: readonly StepTimes[];
}

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

const WORKERS = 2;
/** About how long a size is measured [ms]; at 1 M tetrahedra a round is one step. */
const BUDGET = 8000;

export async function timePoint(state: SceneState): Promise<Point> {
  const runner = await StepRunner.open({ kind: 'cpu', workers: WORKERS }, state);
  try {
    const [{ rounds }] = await timeSteps([{ name: '', runner }], BUDGET);
    return { tetrahedra: state.world.tetCount, bodies: state.world.bodies.length, rounds };
  } finally {
    await runner.dispose();
  }
}

export const WHOLE_STEP = 'whole step';

/** Of the whole step and of each stage that took time at every size: in each round the milliseconds at each size. */
export function seriesTimes(points: readonly Point[]): { readonly part: string; readonly rounds: number[][] }[] {
  const of = (part: string, time: (step: StepTimes) => number) => ({
    part,
    rounds: points[0].rounds.map((_, round) => points.map(({ rounds }) => time(rounds[round]))),
  });
  const stages = STAGE_CLOCKS.map((clock) => of(clock, (step) => step.stages[clock]));
  return [of(WHOLE_STEP, ({ ms }) => ms), ...stages.filter(({ rounds }) => rounds.flat().every((ms) => ms > 0))];
}
