import { expect, it } from 'vitest';
import { judge, ROUNDS, roundsToGo, WIDTH } from '../../../bench/before-after.ts';
import { medianInterval } from '../../../bench/report/statistics.ts';
import { generator } from '../../../bench/measure/generator.ts';

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

it.each([
  [6, 1], // 2 / 2^6 = 0.031 is outside
  [9, 2], // 20 / 2^9 = 0.039
  [17, 5], // as in tables of the sign test
  [41, 14],
])('of %i values the interval goes from number %i from below to the same from above', (n, rank) => {
  expect(medianInterval(upTo(n).reverse())).toEqual({ low: rank, high: n + 1 - rank });
});

it('five values are too few', () => {
  expect(medianInterval(upTo(5))).toEqual({ low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
});

it.each([9, 13, 41])('holds the median in 95 of 100 samples of %i values', (n) => {
  const random = generator(n);
  const trials = 4000;
  let held = 0;
  for (let i = 0; i < trials; i++) {
    const { low, high } = medianInterval(Array.from({ length: n }, random));
    if (low <= 0 && 0 <= high) held++;
  }
  expect(held / trials).toBeGreaterThan(0.95);
  expect(held / trials).toBeLessThan(0.985);
});

/** Nine rounds on a machine that slows down, with these ratios base/new. */
const rounds = (...each: number[]) => ({
  base: each.map((ratio, i) => ratio * (1 + i)),
  now: each.map((_, i) => 1 + i),
});

it('takes the ratio within each round: above 1 the new build is the faster', () => {
  const { ratio, low, high, holds } = judge(rounds(1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9));
  expect(ratio).toBeCloseTo(1.5);
  expect(low).toBeCloseTo(1.2);
  expect(high).toBeCloseTo(1.8);
  expect(holds).toBe(true);
});

it.each([
  ['a median below 0.97', [0.96, 0.96, 0.96, 0.96, 0.969, 1, 1, 1, 1], false],
  ['a lower end below 0.94', [0.9, 0.93, 0.98, 0.99, 1, 1, 1, 1, 1], false],
  ['one round far below, which the interval leaves out', [0.5, 0.95, 0.98, 0.98, 0.98, 1, 1, 1, 1], true],
])('%s', (_, each, holds) => {
  expect(judge(rounds(...each)).holds).toBe(holds);
});

it('adds rounds while the interval is wide, up to a limit', () => {
  const [wide, narrow] = [
    { low: 0.95, high: 0.951 + WIDTH },
    { low: 0.95, high: 0.949 + WIDTH },
  ];
  expect(roundsToGo(0, wide)).toBe(ROUNDS.least);
  expect(roundsToGo(ROUNDS.least, narrow)).toBe(0);
  expect(roundsToGo(ROUNDS.least, wide)).toBe(ROUNDS.more);
  expect(roundsToGo(ROUNDS.most - 1, wide)).toBe(1);
  expect(roundsToGo(ROUNDS.most, wide)).toBe(0);
});
