import { expect, it } from 'vitest';
import { contactExponents, costEach, growingMoments } from '../../../bench/steps/contact-growth.ts';

it('finds how time grows with contacts, in each round', () => {
  const points = [100, 400, 900].map((contacts) => ({ contacts, rounds: [2e-3 * contacts, 5e-5 * contacts ** 1.5] }));
  const [first, second] = contactExponents(points);
  expect(first).toBeCloseTo(1, 10);
  expect(second).toBeCloseTo(1.5, 10);
});

it('gives the time per contact at the fewest and at the most contacts, from the fastest round', () => {
  const points = [
    { contacts: 2000, rounds: [1.6, 1.4] },
    { contacts: 100, rounds: [0.03, 0.05] },
    { contacts: 500, rounds: [9, 9] },
  ];
  expect(costEach(points)).toBe('0.30 us each at 100, 0.70 us each at 2,000');
});

it('selects moments with sufficiently different contacts, in any order of time', () => {
  const moments = [0, 90, 120, 500, 130, 1000, 200, 170, 320].map((contacts, i) => ({ contacts, i }));
  expect(growingMoments(moments, 100).map(({ contacts }) => contacts)).toEqual([120, 200, 320, 1000]);
  expect(growingMoments(moments, 2000)).toEqual([]);
});
