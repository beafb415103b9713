import { expect, it } from 'vitest';
import {
  compareStates,
  compareTimes,
  framesOf,
  geometricMean,
  STATES,
  statesOf,
  timesOf,
  type Way,
} from '../../../bench/states.ts';
import { sceneByName } from '../../../src/scenes/scenes.ts';
import type { FrameRow } from '../../../src/simulation/statistics.ts';

const NO_TIMES = { solve: 0, refit: 0, dcd: 0, path: 0, ccd: 0, projection: 0, readback: 0, measuring: 0, render: 0 };
const row = (step: number, stages: Partial<FrameRow['stages']>, hash: string) =>
  ({ step, hash, stages: { ...NO_TIMES, ...stages } }) as FrameRow;

it('counts the steps and the times after the state alone, without measuring and drawing', () => {
  const rows = [
    row(5, { solve: 1000, ccd: 1000 }, 'a'),
    row(10, { solve: 20, refit: 10, ccd: 30, measuring: 500 }, 'b'),
    row(15, { solve: 40, ccd: 10, render: 500 }, 'c'),
  ];
  expect(timesOf(rows, 1)).toEqual({ material: 6, refit: 1, ccd: 4, step: 11, hash: 'c' });
});

it.each(STATES)('$name is a state of a scene that exists, some frames after its start', ({ scene, framesBefore }) => {
  expect(sceneByName(scene)).toBeDefined();
  expect(framesBefore).toBeGreaterThan(0);
});

it('the geometric mean of 2 and 8 is 4', () => {
  expect(geometricMean([2, 8])).toBeCloseTo(4);
});

const times = (material: number, ccd: number, step: number, hash = 'a', refit = 3) => ({
  material,
  refit,
  ccd,
  step,
  hash,
});

it.each([
  ['equal times', times(4, 2, 10), times(4, 2, 10), 'holds'],
  ['a faster material', times(8, 2, 14), times(4, 2, 10), 'holds'],
  ['a slower material', times(4, 2, 10), times(4.2, 2, 10), 'SLOWER'],
  ['slower refits', times(4, 2, 10), times(4, 2, 10, 'a', 3.1), 'SLOWER'],
  ['slower CCD', times(8, 2, 14), times(4, 2.1, 10), 'SLOWER'],
  ['slower steps', times(8, 2, 14), times(4, 2, 14.5), 'SLOWER'],
  ['CCD too short to compare', times(4, 0.01, 10), times(4, 0.04, 10), 'holds'],
  ['other bits', times(4, 2, 10), times(4, 2, 10, 'b'), 'OTHER BITS'],
])('%s', (_, before, after, verdict) => {
  expect(compareTimes([before], [after]).verdict).toBe(verdict);
});

it("a figure's ratio is the median of the rounds' ratios before/new", () => {
  const base = [times(3, 0, 9), times(8, 0, 8), times(10, 0, 30)];
  const now = [times(2, 0, 9), times(4, 0, 8), times(4, 0, 10)];
  expect(compareTimes(base, now).ratios).toEqual({ material: 2, refit: 1, ccd: undefined, step: 1 });
});

it('the table has a row per state and number of workers, and the means of all', async () => {
  const runs: string[] = [];
  const way: Way = {
    workers: [1, 2],
    together: () => false,
    async run(build, state, workers) {
      runs.push(`${build} ${state.name} ${workers}`);
      const stages = { solve: build === 0 ? 3 : 2, ccd: 1 };
      return Array.from({ length: framesOf(state) }, (_, i) => row(i + 1, stages, 'a'));
    },
  };
  let text = '';
  const say = (more: string) => {
    text += more;
  };
  expect(await compareStates(way, statesOf(['nested-knots']), say)).toBe(true);
  const turns = ['0', '1', '1', '0', '0', '1'];
  expect(runs).toEqual([1, 2].flatMap((n) => turns.map((build) => `${build} nested-knots ${n}`)));
  expect(text).toContain('| nested-knots | 1 | 3 | 2 | 1.50 | 0 | 0 | - | 1 | 1 | 1.00 | 4 | 3 | 1.33 | holds |\n');
  expect(text).toContain('| nested-knots | 2 |');
  expect(text).toContain('geometric means: material 1.50, refit -, CCD 1.00, step 1.33\n');
});
