import { meanStep, type Moving, type StepRunner, type StepTimes } from './step-runner.ts';

/** Rounds that the contestants take in turn; each gives the mean of its steps. */
export const STEP_ROUNDS = 5;
/** Steps that are timed: always the first so many from where the contestants stand, however fast the machine is. */
export const STEPS = 2;
/** How long each contestant takes these steps before they are measured [ms]: code is compiled. */
const WARM_UP = 1500;
/** Times that a round takes the steps, at most. */
const MOST_REPEATS = 10;

export interface Stepping {
  readonly name: string;
  readonly runner: StepRunner;
}

/** A contestant's steps: their means, a round each. */
export interface StepTimings {
  readonly name: string;
  readonly rounds: readonly StepTimes[];
}

/**
 * Times the same steps from the same state by several contestants in turn, A B A B: each goes back to the start before it takes them.
 * @param budget of all rounds together, about, if taking the steps once each takes no longer [ms]
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

/** @returns how long it took to go back and take the steps, the last time [ms] */
async function warmUp(runner: StepRunner, start: Moving): Promise<number> {
  for (const started = performance.now(); ; ) {
    const last = performance.now();
    await stepsFrom(runner, start);
    const now = performance.now();
    if (now - started > WARM_UP) return now - last;
  }
}
