import { expect, it } from 'vitest';
import { rotationOf } from '../../../src/math/rotation.ts';

it('turns as quaternions do, whatever their length', () => {
  // A quarter turn around z takes x to y, and y to -x.
  expect([...rotationOf([0, 0, 1, 1])].map((value) => Math.round(1e6 * value) / 1e6 + 0)).toEqual([
    0, 1, 0, -1, 0, 0, 0, 0, 1,
  ]);
  expect([...rotationOf([0, 0, 0, 7])]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const m = rotationOf([0.3, -0.5, -0.2, 1]);
  for (const [i, j] of [
    [0, 0],
    [0, 1],
    [1, 2],
    [2, 2],
  ]) {
    const dot = [0, 1, 2].reduce((sum, k) => sum + m[3 * i + k] * m[3 * j + k], 0);
    expect(dot).toBeCloseTo(i === j ? 1 : 0, 6);
  }
});
