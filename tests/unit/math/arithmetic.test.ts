import { expect, it } from 'vitest';
import { cubeRoot } from '../../../src/math/arithmetic.ts';

it.each([1e-12, 1e-6, 0.001, 0.5, 1, 2, 27, 600, 1e6, 1e12])(
  'of %f is that of the engine, but for rounding',
  (value) => {
    expect(Math.abs(cubeRoot(value) / Math.cbrt(value) - 1)).toBeLessThan(1e-15 * 4);
  },
);
