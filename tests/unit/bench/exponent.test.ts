import { describe, expect, it } from 'vitest';
import { growth } from '../../../bench/report/statistics.ts';

const SIZES = [1e5, 2e5, 4e5, 1e6];

describe('growth', () => {
  it.each([0, 0.5, 1, 1.1, 2])('finds the exponent %d of a power law', (exponent) => {
    const found = growth(
      SIZES,
      SIZES.map((n) => 3e-4 * n ** exponent),
    );
    expect(found).toBeCloseTo(exponent, 10);
  });

  it('is the least-squares slope where points lie off the line', () => {
    // For log2 n = 0, 1, 2 and values 0, 3, 3, the normal equations are 3 a + 3 b = 6, 3 a + 5 b = 9.
    expect(growth([1, 2, 4], [1, 8, 8])).toBeCloseTo(1.5, 10);
  });

  it('leaves out times without a logarithm', () => {
    // Only two of the four points, (10, 10) and (100, 1000), have logarithms.
    expect(growth([1, 10, 100, 1000], [0, 10, 1000, -1])).toBeCloseTo(2, 10);
  });

  it('gives NaN for a single size', () => {
    expect(growth([5], [1])).toBeNaN();
    expect(growth([5, 5], [1, 2])).toBeNaN();
  });
});
