import type { FrameRow } from '../simulation/statistics.ts';
import type { StageSeries } from './stage-colours.ts';

/**
 * The part of a frame's row that charts of stacked bars (stacked-bars.ts) need: the frame's number, its time per stage [ms], and the share of the volume that
 * lies in other volume, which older recordings don't have.
 */
export type StageTimes = Pick<FrameRow, 'frame' | 'stages'> & Partial<Pick<FrameRow, 'overlapShare'>>;

/** Maximum number of bars. If there are more frames, each bar shows the mean of several, since narrower bars can't be told apart. */
const MAX_BARS = 440;
/** Maximum number of grid lines above 0. */
const MAX_GRID_LINES = 5;
/** Minimum height of an axis [ms], used if all values are 0. It is far below a clock's resolution. */
const MIN_HEIGHT = 1e-6;

/** The horizontal axis of all panels (plots) of a chart: number of the first frame, frames per bar, and number of bars. */
export interface FrameAxis {
  readonly first: number;
  readonly perBar: number;
  readonly bars: number;
}

/** A vertical axis that begins at 0: its upper end and the distance between grid lines [ms]. */
export interface TimeAxis {
  readonly top: number;
  readonly step: number;
}

/** Returns the horizontal axis that covers all given frames. */
export function frameAxis(frames: readonly StageTimes[]): FrameAxis {
  const first = frames.reduce((least, { frame }) => Math.min(least, frame), frames[0]?.frame ?? 0);
  const last = frames.reduce((most, { frame }) => Math.max(most, frame), first);
  const perBar = Math.ceil((last - first + 1) / MAX_BARS);
  return { first, perBar, bars: Math.ceil((last - first + 1) / perBar) };
}

/**
 * Returns the vertical axis for several panels that share one scale.
 * @param panels the frames of each panel
 */
export function timeAxis(
  panels: readonly (readonly StageTimes[])[],
  axis: FrameAxis,
  stages: readonly StageSeries[],
): TimeAxis {
  const highest = Math.max(...panels.flatMap((frames) => barsOf(frames, axis, stages).map(sumOf)));
  return axisUpTo(highest, MAX_GRID_LINES);
}

/**
 * Returns an axis with round numbers that reaches at least `height` [ms].
 * @param maxLines maximum number of grid lines above 0
 */
export function axisUpTo(height: number, maxLines: number): TimeAxis {
  const step = roundUp(Math.max(height, MIN_HEIGHT) / maxLines);
  // 1e-9: a height that exceeds a grid line only by rounding needs no further grid line.
  return { top: step * Math.max(1, Math.ceil(height / step - 1e-9)), step };
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Rounds up to the next number that is 1, 2 or 5 times a power of ten. A value that exceeds such a number by rounding only gives that
 * number.
 */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10);
}

/** Returns, per bar and per stage, the mean time of the bar's frames [ms]; 0 for a bar without frames. */
export const barsOf = (frames: readonly StageTimes[], axis: FrameAxis, stages: readonly StageSeries[]): number[][] =>
  membersOf(frames, axis).map((rows) =>
    stages.map(({ stage }) => rows.reduce((sum, row) => sum + row.stages[stage], 0) / Math.max(1, rows.length)),
  );

/** Returns, per bar, the greatest share of the volume that lies in other volume in one of its frames; 0 where it is not known. */
export const overlapsOf = (frames: readonly StageTimes[], axis: FrameAxis): number[] =>
  membersOf(frames, axis).map((rows) => rows.reduce((most, { overlapShare = 0 }) => Math.max(most, overlapShare), 0));

/** Returns the frames of each bar. */
function membersOf(frames: readonly StageTimes[], { first, perBar, bars }: FrameAxis): readonly StageTimes[][] {
  const members = Array.from({ length: bars }, (): StageTimes[] => []);
  // Rounding can make the division's result `bars`, which is one too high.
  for (const row of frames) members[Math.min(bars - 1, Math.floor((row.frame - first) / perBar))].push(row);
  return members;
}
