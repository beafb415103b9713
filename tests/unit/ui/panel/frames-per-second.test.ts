import { expect, it } from 'vitest';
import { framesPerSecond } from '../../../../src/ui/panel/frame-figures.ts';

it('counts frames over time, so that two frames that come at once don’t count as a thousand per second', () => {
  const times = [0, 1];
  expect(framesPerSecond(times)).toBe(1000);
  times.push(351);
  expect(framesPerSecond(times)).toBeCloseTo(2000 / 351, 9);
  times.push(701, 1051);
  expect(framesPerSecond(times)).toBeCloseTo(4000 / 1051, 9);
});

it('forgets frames of more than two seconds ago, but keeps four intervals', () => {
  const fast = Array.from({ length: 401 }, (_, i) => 10 * i);
  expect(framesPerSecond(fast)).toBeCloseTo(100, 9);
  expect(fast[0]).toBe(2000);
  const slow = [0, 5000, 10_000, 15_000, 20_000, 25_000];
  expect(framesPerSecond(slow)).toBeCloseTo(0.2, 9);
  expect(slow).toHaveLength(5);
});

it('is not known before the second frame', () => {
  expect(framesPerSecond([])).toBeUndefined();
  expect(framesPerSecond([7])).toBeUndefined();
});
