import { expect, it } from 'vitest';
import { Pace } from '../../../src/gpu/joint-run.ts';

/** Returns after which of some passes it is time to submit. @param perProgram number of passes per program */
function submissionsOf(pace: Pace, passes: number, perProgram: number): number[] {
  const due: number[] = [];
  for (let i = 1; i <= passes; i++) if (pace.isDue(i % perProgram === 0)) due.push(i);
  return due;
}

it('before anything was measured, each program is submitted by itself', () => {
  expect(submissionsOf(new Pace(), 30, 10)).toEqual([10, 20, 30]);
});

it('programs that take less than 200 ms together are submitted at once', () => {
  const pace = new Pace();
  pace.measure(190, 30);
  expect(submissionsOf(pace, 30, 10)).toEqual([]);
});

it('others are split after every 200 ms, also within a program', () => {
  const pace = new Pace();
  pace.measure(30 * 60, 30);
  expect(submissionsOf(pace, 30, 10)).toEqual([4, 8, 12, 16, 20, 24, 28]);
});

it('the last measurement counts', () => {
  const pace = new Pace();
  pace.measure(1e4, 10);
  pace.measure(1, 10);
  expect(submissionsOf(pace, 100, 10)).toEqual([]);
});
