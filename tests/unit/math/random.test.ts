import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/math/random.ts';

const drawn = (seed: number, count: number) => Array.from({ length: count }, seededRandom(seed));

it('gives the same numbers for the same seed, and others for another seed', () => {
  expect(drawn(3, 5)).toEqual(drawn(3, 5));
  expect(drawn(4, 5)).not.toEqual(drawn(3, 5));
  // The first number of mulberry32 for seed 1, as its author's code gives it.
  expect(drawn(1, 1)).toEqual([0.6270739405881613]);
});

it('gives numbers from 0 to 1 that fill ten equal parts about equally', () => {
  const counts = new Uint32Array(10);
  // A number below 0 or from 1 on would be counted nowhere.
  for (const x of drawn(7, 10_000)) counts[Math.floor(10 * x)]++;
  expect(counts.reduce((sum, count) => sum + count)).toBe(10_000);
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
