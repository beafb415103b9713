import { afterEach, expect, it, vi } from 'vitest';
import { overRounds, rateOf } from '../../../bench/report/spread.ts';
import type { Moving, StepRunner, StepTimes } from '../../../bench/measure/step-runner.ts';
import { STEP_ROUNDS, STEPS, timeSteps } from '../../../bench/measure/time-steps.ts';
import { noTimes } from '../../../src/simulation/statistics.ts';

afterEach(() => vi.restoreAllMocks());

const START: Moving = { positions: Float32Array.of(7), velocities: Float32Array.of(0) };

/**
 * Fake contestants whose steps take the given durations by a clock that only they advance. Each step adds 1 to the only position.
 */
function fakes(...durations: number[]) {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const taken: { readonly who: number; readonly from: number }[] = [];
  const contestants = durations.map((ms, who) => {
    let at = -1;
    const step = async (): Promise<StepTimes> => {
      now += ms;
      taken.push({ who, from: at++ });
      return { ms, stages: { ...noTimes(), ccd: ms / 2 }, contacts: 1, colours: 2, paths: 3, ccdCandidates: 4 };
    };
    const steps = async (count: number) => {
      const all: StepTimes[] = [];
      for (let i = 0; i < count; i++) all.push(await step());
      return all;
    };
    const goTo = async ({ positions }: Moving) => {
      at = positions[0];
    };
    return { name: `${who}`, runner: { steps, goTo } as unknown as StepRunner };
  });
  return { contestants, taken };
}

it('lets contestants take turns, as often as the budget allows', async () => {
  const { contestants, taken } = fakes(400, 100);
  const [slow, quick] = await timeSteps(contestants, START, 5000);
  // Warm-up until 1.5 s have passed: 2 times two steps of 400 ms, 8 times two of 100 ms; then 5000 / (5 * (800 + 200))
  // repetitions per round.
  const order = taken.map(({ who }) => who).join('');
  expect(order).toBe(`${'00'.repeat(2)}${'11'.repeat(8)}${'0011'.repeat(STEP_ROUNDS)}`);
  expect(slow.rounds.map(({ ms }) => ms)).toEqual(new Array(STEP_ROUNDS).fill(400));
  expect(quick.rounds[0].stages.ccd).toBe(50);
});

it('takes the same steps on a fast machine as on a slow one', async () => {
  for (const ms of [0.5, 400, 10_000]) {
    const { contestants, taken } = fakes(ms, 2 * ms);
    await timeSteps(contestants, START, 20_000);
    expect(new Set(taken.map(({ from }) => from))).toEqual(new Set([7, 8]));
    expect(taken.filter(({ from }) => from === 7)).toHaveLength(taken.length / STEPS);
    vi.restoreAllMocks();
  }
});

it('takes them at least once and at most ten times per round', async () => {
  const slow = fakes(10_000);
  await timeSteps(slow.contestants, START, 1000);
  expect(slow.taken).toHaveLength(STEPS * (1 + STEP_ROUNDS));
  vi.restoreAllMocks();
  const quick = fakes(1000);
  await timeSteps(quick.contestants, START, 1e9);
  expect(quick.taken).toHaveLength(STEPS * (1 + 10 * STEP_ROUNDS));
});

it('tells medians and extremes of rounds, and rates', () => {
  expect(overRounds({ what: 'w', who: 'u', unit: 'ms' }, [3, 1, 2])).toMatchObject({ median: 2, low: 1, high: 3 });
  const timing = { name: 'u', rounds: [10, 20, 5], median: 10, fastest: 5, slowest: 20 };
  expect(rateOf({ what: 'w', who: 'u', unit: 'x/s' }, 100, timing)).toMatchObject({
    median: 10_000,
    low: 5000,
    high: 20_000,
  });
});
