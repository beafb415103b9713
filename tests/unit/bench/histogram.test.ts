import { expect, it } from 'vitest';
import { Histogram } from '../../../bench/report/statistics.ts';

it('gives quantiles, the maximum and the counts', () => {
  const histogram = new Histogram();
  expect([histogram.max, histogram.quantile(0.5)]).toEqual([0, 0]);
  for (let i = 0; i < 999; i++) histogram.add(3);
  histogram.add(7);
  expect([histogram.total, histogram.max]).toEqual([1000, 7]);
  expect([0.5, 0.999, 0.9995, 1].map((share) => histogram.quantile(share))).toEqual([3, 3, 7, 7]);
  expect(JSON.stringify(histogram)).toBe('[[3,999],[7,1]]');
});
