import { afterEach, expect, it, vi } from 'vitest';
import { overRounds, rateOf } from '../../../bench/spread.ts';
import type { StepRunner, StepTimes } from '../../../bench/step-runner.ts';
import { STEP_ROUNDS, timeSteps } from '../../../bench/time-steps.ts';
import { noTimes } from '../../../src/simulation/statistics.ts';

afterEach(() => vi.restoreAllMocks());

/** Steps that take so long by a clock that only they move. */
function fakes(...durations: number[]) {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const order: number[] = [];
  const contestants = durations.map((ms, c) => {
    const step = async (): Promise<StepTimes> => {
      now += ms;
      order.push(c);
      return { ms, stages: { ...noTimes(), ccd: ms / 2 }, contacts: 1, colours: 2, paths: 3, ccdCandidates: 4 };
    };
    const steps = async (count: number) => {
      const all: StepTimes[] = [];
      for (let i = 0; i < count; i++) all.push(await step());
      return all;
    };
    return { name: `${c}`, runner: { step, steps } as unknown as StepRunner };
  });
  return { contestants, order };
}

it('lets all contestants do the same steps in turn, as many as the budget has room for', async () => {
  const { contestants, order } = fakes(400, 100);
  const [slow, quick] = await timeSteps(contestants, 5000);
  // A warm-up of four steps each, then rounds of 5000 / (5 * 500) steps.
  expect(order.join('')).toBe(`${'0000'}${'1111'}${'0011'.repeat(STEP_ROUNDS)}`);
  expect(slow.rounds.map(({ ms }) => ms)).toEqual(new Array(STEP_ROUNDS).fill(400));
  expect(quick.rounds[0].stages.ccd).toBe(50);
});

it('makes at least a step a round, however long that takes, and ten at most', async () => {
  const slow = fakes(10_000);
  await timeSteps(slow.contestants, 1000);
  expect(slow.order).toHaveLength(4 + STEP_ROUNDS);
  vi.restoreAllMocks();
  const quick = fakes(500);
  await timeSteps(quick.contestants, 1e9);
  expect(quick.order).toHaveLength(4 + 10 * STEP_ROUNDS);
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
