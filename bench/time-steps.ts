import { meanStep, type StepRunner, type StepTimes } from './step-runner.ts';

/** Rounds that the contestants take in turn; each gives the mean of its steps. */
export const STEP_ROUNDS = 5;
/** Steps before any is measured, at least, and until the first contestant has taken so long [ms]: code is compiled, trees fit. */
const WARM_UP_STEPS = 4;
const WARM_UP = 1500;
/** Steps of a round at most: five rounds of them are 0.16 s of octopi-8, in which a pile stays a pile. */
const MOST_STEPS = 10;

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
 * Times steps of the same state by several contestants in turn, A B A B: all do the same steps.
 * @param budget of all rounds together, about, if a step each takes no longer [ms]
 */
export async function timeSteps(contestants: readonly Stepping[], budget: number): Promise<StepTimings[]> {
  const warm = await warmUp(contestants[0].runner, WARM_UP_STEPS);
  let together = warm.last;
  for (const { runner } of contestants.slice(1)) together += (await runner.steps(warm.steps)).at(-1)!.ms;
  const steps = Math.min(MOST_STEPS, Math.max(1, Math.floor(budget / (STEP_ROUNDS * together))));
  const rounds = contestants.map((): StepTimes[] => []);
  for (let round = 0; round < STEP_ROUNDS; round++)
    for (const [c, { runner }] of contestants.entries()) rounds[c].push(meanStep(await runner.steps(steps)));
  return contestants.map(({ name }, c) => ({ name, rounds: rounds[c] }));
}

/** @returns steps done, and how long the last one took [ms] */
async function warmUp(runner: StepRunner, least: number): Promise<{ steps: number; last: number }> {
  const started = performance.now();
  for (let steps = 1; ; steps++) {
    const { ms } = await runner.step();
    if (steps >= least && performance.now() - started > WARM_UP) return { steps, last: ms };
  }
}
