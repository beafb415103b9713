import { meanStep, type Moving, type StepRunner, type StepTimes } from './step-runner.ts';

/** Number of rounds. Each round gives the mean of its steps. */
export const STEP_ROUNDS = 5;
/** Number of timed steps. They are always the first steps from the given state, however fast the machine is. */
export const STEPS = 2;
/** Duration of the warm-up of each contestant [ms], in which code is compiled. */
const WARM_UP = 1500;
/** Maximum number of repetitions of the steps per round. */
const MOST_REPEATS = 10;

export interface Stepping {
  readonly name: string;
  readonly runner: StepRunner;
}

/** A contestant's mean step times, one per round. */
export interface StepTimings {
  readonly name: string;
  readonly rounds: readonly StepTimes[];
}

/**
 * Times the same steps from the same state by several contestants in turn, A B A B. Each contestant returns to the state before its steps.
 * @param budget approximate duration of all rounds together [ms], unless one repetition per round already takes longer
 */
export async function timeSteps(
  contestants: readonly Stepping[],
  start: Moving,
  budget: number,
): Promise<StepTimings[]> {
  let together = 0;
  for (const { runner } of contestants) together += await warmUp(runner, start);
  const repeats = Math.min(MOST_REPEATS, Math.max(1, Math.floor(budget / (STEP_ROUNDS * together))));
  const rounds = contestants.map((): StepTimes[] => []);
  for (let round = 0; round < STEP_ROUNDS; round++)
    for (const [c, { runner }] of contestants.entries()) {
      const steps: StepTimes[] = [];
      for (let i = 0; i < repeats; i++) steps.push(...(await stepsFrom(runner, start)));
      rounds[c].push(meanStep(steps));
    }
  return contestants.map(({ name }, c) => ({ name, rounds: rounds[c] }));
}

async function stepsFrom(runner: StepRunner, start: Moving): Promise<StepTimes[]> {
  await runner.goTo(start);
  return runner.steps(STEPS);
}

/** Repeats the steps for WARM_UP. @returns duration of the last repetition, with its return to the start [ms] */
async function warmUp(runner: StepRunner, start: Moving): Promise<number> {
  for (const started = performance.now(); ; ) {
    const last = performance.now();
    await stepsFrom(runner, start);
    const now = performance.now();
    if (now - started > WARM_UP) return now - last;
  }
}
