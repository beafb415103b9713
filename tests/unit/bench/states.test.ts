import { expect, it } from 'vitest';
import { geometricMean, STATES, timesOf } from '../../../bench/states.ts';
import { sceneByName } from '../../../src/scenes/scenes.ts';
import type { FrameRow } from '../../../src/simulation/statistics.ts';

const NO_TIMES = { solve: 0, refit: 0, dcd: 0, path: 0, ccd: 0, projection: 0, readback: 0, measuring: 0, render: 0 };
const row = (step: number, stages: Partial<FrameRow['stages']>, hash: string) =>
  ({ step, hash, stages: { ...NO_TIMES, ...stages } }) as FrameRow;

it('counts the steps and the times after the state alone, without measuring and drawing', () => {
  const rows = [
    row(5, { solve: 1000, ccd: 1000 }, 'a'),
    row(10, { solve: 20, ccd: 30, measuring: 500 }, 'b'),
    row(15, { solve: 40, ccd: 10, render: 500 }, 'c'),
  ];
  expect(timesOf(rows, 1)).toEqual({ step: 10, ccd: 4, hash: 'c' });
});

it.each(STATES)('$name is a state of a scene that exists, some frames after its start', ({ scene, framesBefore }) => {
  expect(sceneByName(scene)).toBeDefined();
  expect(framesBefore).toBeGreaterThan(0);
});

it('the geometric mean of 2 and 8 is 4', () => {
  expect(geometricMean([2, 8])).toBeCloseTo(4);
});
