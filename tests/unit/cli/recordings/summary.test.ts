import { describe, expect, it, test } from 'vitest';
import { lastMean, SUMMARY_FRAMES, summaryTable } from '../../../../src/cli/recordings/summary.ts';
import type { Recording } from '../../../../src/record/recording.ts';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';

/** A recording with only the frames' times. */
const recording = (times: readonly number[]): Recording =>
  ({
    scene: 'a scene',
    workers: 1,
    parameters: defaultParameters(),
    frames: times.map((ms, frame) => ({ frame, ms, stages: { solve: ms } })),
  }) as unknown as Recording;

const meanTime = (run: Recording): number => lastMean(run, (row) => row.ms);

describe("a summary's means", () => {
  it('leave out the first frame, in which code is compiled, and say so', () => {
    const run = recording([400, 40, 60, 50]);
    expect(meanTime(run)).toBe(50);
    expect(summaryTable(run)).toContain('\nMeans of frames 1 to 3, without frame 0, which compiles code\n');
    expect(summaryTable(run)).toMatch(/\n {2}whole frame +50\.0\n/);
    expect(summaryTable(recording([400, 40]))).toContain('\nMeans of frame 1, without frame 0, which compiles code\n');
  });

  it('are of the one frame where there is no other', () => {
    expect(meanTime(recording([400]))).toBe(400);
    expect(summaryTable(recording([400]))).toContain('\nFigures of the only frame, which also compiles code\n');
  });

  it('are of the last frames of a longer run', () => {
    const run = recording([400, 300, ...Array(SUMMARY_FRAMES).fill(20)]);
    expect(meanTime(run)).toBe(20);
    expect(summaryTable(run)).toContain(`\nMeans of the last ${SUMMARY_FRAMES} frames\n`);
  });
});

test('a summary has the figures of linear solves, if there were any', () => {
  const run = recording([400, 40, 60]);
  const solved = { linearSolves: 2, linearIterations: 31, linearResidual: 0.00081 };
  const implicit = { ...run, frames: run.frames.map((row) => ({ ...row, ...solved })) };
  expect(summaryTable(implicit)).toMatch(/\n {2}linear iterations +31 per step\n {2}residual left +0\.081 % of that/);
  expect(summaryTable({ ...run, frames: run.frames.map((row) => ({ ...row, linearSolves: 0 })) })).not.toContain(
    'linear',
  );
});
