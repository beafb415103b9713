import type { FrameRow } from '../simulation/statistics.ts';
import type { StageSeries } from './stage-colours.ts';

/** A frame's number and its milliseconds by stage. */
export type StageTimes = Pick<FrameRow, 'frame' | 'stages'>;

/** More bars can't be told apart: so many frames share one that it shows their mean. */
const MOST_BARS = 440;
/** An axis has at most so many lines over 0. */
const MOST_LINES = 5;
/** The end of an axis of no time [ms]: far below what a clock tells. */
const LEAST = 1e-6;

/** The horizontal axis of all panels: first frame's number, frames a bar, and how many bars there are. */
export interface FrameAxis {
  readonly first: number;
  readonly perBar: number;
  readonly bars: number;
}

/** A vertical axis from 0: its end and the distance of its lines [ms]. */
export interface TimeAxis {
  readonly top: number;
  readonly step: number;
}

export function frameAxis(frames: readonly StageTimes[]): FrameAxis {
  const first = frames.reduce((least, { frame }) => Math.min(least, frame), frames[0]?.frame ?? 0);
  const last = frames.reduce((most, { frame }) => Math.max(most, frame), first);
  const perBar = Math.ceil((last - first + 1) / MOST_BARS);
  return { first, perBar, bars: Math.ceil((last - first + 1) / perBar) };
}

/** One scale for several panels. @param panels the frames of each */
export function timeAxis(
  panels: readonly (readonly StageTimes[])[],
  axis: FrameAxis,
  stages: readonly StageSeries[],
): TimeAxis {
  const highest = Math.max(...panels.flatMap((frames) => barsOf(frames, axis, stages).map(sumOf)));
  return axisUpTo(highest, MOST_LINES);
}

/** Round numbers that reach up to a height [ms]. @param mostLines over 0 */
export function axisUpTo(height: number, mostLines: number): TimeAxis {
  const step = roundUp(Math.max(height, LEAST) / mostLines);
  return { top: step * Math.max(1, Math.ceil(height / step - 1e-9)), step };
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The next number up of 1, 2, 5, 10 .. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10);
}

/** Milliseconds of each stage in each bar: the mean of the frames that it stands for; nothing where there is none. */
export function barsOf(
  frames: readonly StageTimes[],
  { first, perBar, bars }: FrameAxis,
  stages: readonly StageSeries[],
): number[][] {
  const members = Array.from({ length: bars }, (): StageTimes[] => []);
  // A quotient of large numbers may be rounded up.
  for (const row of frames) members[Math.min(bars - 1, Math.floor((row.frame - first) / perBar))].push(row);
  return members.map((rows) =>
    stages.map(({ stage }) => rows.reduce((sum, row) => sum + row.stages[stage], 0) / Math.max(1, rows.length)),
  );
}
