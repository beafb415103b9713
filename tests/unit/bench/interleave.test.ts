import { afterEach, expect, it, vi } from 'vitest';
import { interleave, LEAST_TURNS, ROUNDS, timing, TURNS } from '../../../bench/measure/interleave.ts';
import { ratio } from '../../../bench/report/statistics.ts';

afterEach(() => vi.restoreAllMocks());

it('measures contestants in the same turns, as many as the slowest has runs, and takes medians', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const order: string[] = [];
  const runs: Record<string, number> = { a: 0, b: 0 };
  const contestant = (name: string, ms: number) => ({
    name,
    run() {
      if (order.at(-1) !== name) order.push(name);
      runs[name]++;
      now += ms;
    },
  });
  const [a, b] = await interleave([contestant('a', 5), contestant('b', 100)]);
  // Warm-ups, then the rounds: both contestants in every turn, the short one several times.
  expect(order.join('')).toBe('ab'.repeat(1 + ROUNDS * LEAST_TURNS));
  expect(runs).toEqual({ a: 81 + ROUNDS * TURNS, b: 5 + ROUNDS * LEAST_TURNS });
  expect(a.name).toBe('a');
  for (const ms of [a.median, a.fastest, a.slowest]) expect(ms).toBeCloseTo(5);
  expect(a.rounds).toHaveLength(ROUNDS);
  expect(ratio(a.rounds, b.rounds)).toBeCloseTo(20);
});

it('compares rounds with rounds: a machine that slows down as a whole changes no ratio', () => {
  const slowing = [1, 1, 2, 4, 8];
  const a = timing(
    'a',
    slowing.map((s) => 3 * s),
  );
  const b = timing('b', slowing);
  expect(ratio(a.rounds, b.rounds)).toBeCloseTo(1 / 3);
  expect([a.median, a.fastest, a.slowest]).toEqual([6, 3, 24]);
});

it('uses the time that a contestant measures itself', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const runElsewhere = async () => {
    await Promise.resolve();
    now += 50;
    return 20;
  };
  const [a] = await interleave([{ name: 'a', runElsewhere }]);
  expect(a.median).toBeCloseTo(20);
});
