import { STAGE_CLOCKS } from '../../src/simulation/program/stage.ts';
import { meanStep, type SceneState, StepRunner, type StepTimes } from '../measure/step-runner.ts';

/** A size of a series, with the mean step times of each round. */
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
/** Number of steps in which a state settles before it is timed, because shapes taken from a coarser mesh overlap a little at first. */
export const SETTLING = 4;
/** Number of timed steps. Every round times the same steps. */
const STEPS = 2;
const ROUNDS = 7;
/** Duration of the warm-up, and approximate duration of all rounds together [ms]. */
const WARM_UP = 1500;
const BUDGET = 6000;

/** Times the same steps from the same state in every round. @returns mean times per round */
export async function timePoint(state: SceneState): Promise<Point> {
  const runner = await StepRunner.open({ kind: 'cpu', workers: WORKERS }, state);
  try {
    await runner.steps(SETTLING);
    const start = await runner.now();
    const run = async () => {
      await runner.goTo(start);
      return runner.steps(STEPS);
    };
    let last = performance.now();
    let took = 0;
    for (const started = last; last - started < WARM_UP; ) {
      await run();
      took = performance.now() - last;
      last += took;
    }
    const repeats = Math.max(1, Math.floor(BUDGET / (ROUNDS * took)));
    const rounds: StepTimes[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const steps: StepTimes[] = [];
      for (let i = 0; i < repeats; i++) steps.push(...(await run()));
      rounds.push(meanStep(steps));
    }
    return { tetrahedra: state.world.tetCount, bodies: state.world.bodies.length, rounds };
  } finally {
    await runner.dispose();
  }
}

export const WHOLE_STEP = 'whole step';

/** Returns the times of the whole step, and of each stage that took time at every size: per round, the milliseconds at each size. */
export function seriesTimes(points: readonly Point[]): { readonly part: string; readonly rounds: number[][] }[] {
  const of = (part: string, time: (step: StepTimes) => number) => ({
    part,
    rounds: points[0].rounds.map((_, round) => points.map(({ rounds }) => time(rounds[round]))),
  });
  const stages = STAGE_CLOCKS.map((clock) => of(clock, (step) => step.stages[clock]));
  return [of(WHOLE_STEP, ({ ms }) => ms), ...stages.filter(({ rounds }) => rounds.flat().every((ms) => ms > 0))];
}
