import { afterEach, expect, it, vi } from 'vitest';
import { fastestOf, interleave, ratio, ROUNDS, timing } from '../../../bench/interleave.ts';

afterEach(() => vi.restoreAllMocks());

it('measures contestants in turn, repeats short ones, and takes medians', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const order: string[] = [];
  const contestant = (name: string, ms: number) => ({
    name,
    run() {
      if (order.at(-1) !== name) order.push(name);
      now += ms;
    },
  });
  const [a, b] = await interleave([contestant('a', 10), contestant('b', 100)]);
  // Warm-ups, then the rounds.
  expect(order.join('')).toBe('ab'.repeat(1 + ROUNDS));
  expect(a).toMatchObject({ name: 'a', median: 10, fastest: 10, slowest: 10 });
  expect(a.rounds).toHaveLength(ROUNDS);
  expect(ratio(a, b)).toBeCloseTo(10);
  expect(fastestOf([b, a])).toBe(a);
});

it('compares rounds with rounds: a machine that slows down as a whole changes no ratio', () => {
  const slowing = [1, 1, 2, 4, 8];
  const a = timing(
    'a',
    slowing.map((s) => 3 * s),
  );
  const b = timing('b', slowing);
  expect(ratio(a, b)).toBeCloseTo(1 / 3);
  expect([a.median, a.fastest, a.slowest]).toEqual([6, 3, 24]);
});

it('waits for what is asynchronous', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const [a] = await interleave([
    {
      name: 'a',
      run: async () => {
        await Promise.resolve();
        now += 50;
      },
    },
  ]);
  expect(a.median).toBe(50);
});
