import type { FrameRow } from '../simulation/statistics.ts';
import type { StageSeries } from './stage-colours.ts';

/** A frame's number, and its time per stage [ms]. */
export type StageTimes = Pick<FrameRow, 'frame' | 'stages'>;

/**
 * Bars drawn at most. With more frames, each bar shows the mean of several frames, since narrower bars could not be told apart.
 */
const MOST_BARS = 440;
/** Grid lines above 0 at most. */
const MOST_LINES = 5;
/** Least height of an axis whose values are all 0 [ms]: far below a clock's resolution. */
const LEAST = 1e-6;

/** The horizontal axis of all panels: number of the first frame, frames per bar, and number of bars. */
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

export function frameAxis(frames: readonly StageTimes[]): FrameAxis {
  const first = frames.reduce((least, { frame }) => Math.min(least, frame), frames[0]?.frame ?? 0);
  const last = frames.reduce((most, { frame }) => Math.max(most, frame), first);
  const perBar = Math.ceil((last - first + 1) / MOST_BARS);
  return { first, perBar, bars: Math.ceil((last - first + 1) / perBar) };
}

/**
 * The vertical axis for several panels with a common scale.
 * @param panels the frames of each panel
 */
export function timeAxis(
  panels: readonly (readonly StageTimes[])[],
  axis: FrameAxis,
  stages: readonly StageSeries[],
): TimeAxis {
  const highest = Math.max(...panels.flatMap((frames) => barsOf(frames, axis, stages).map(sumOf)));
  return axisUpTo(highest, MOST_LINES);
}

/**
 * An axis with round numbers that reaches at least a height [ms].
 * @param mostLines grid lines above 0 at most
 */
export function axisUpTo(height: number, mostLines: number): TimeAxis {
  const step = roundUp(Math.max(height, LEAST) / mostLines);
  return { top: step * Math.max(1, Math.ceil(height / step - 1e-9)), step };
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The least number of the form 1, 2 or 5 times a power of ten that is at least `value`. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10);
}

/** Mean time per stage of each bar's frames [ms], bars x stages; 0 for a bar without frames. */
export function barsOf(
  frames: readonly StageTimes[],
  { first, perBar, bars }: FrameAxis,
  stages: readonly StageSeries[],
): number[][] {
  const members = Array.from({ length: bars }, (): StageTimes[] => []);
  // The division may round up to `bars`.
  for (const row of frames) members[Math.min(bars - 1, Math.floor((row.frame - first) / perBar))].push(row);
  return members.map((rows) =>
    stages.map(({ stage }) => rows.reduce((sum, row) => sum + row.stages[stage], 0) / Math.max(1, rows.length)),
  );
}
