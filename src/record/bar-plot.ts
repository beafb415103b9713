import type { FrameRow } from '../simulation/statistics.ts';
import type { StageSeries } from './stage-colours.ts';

/** A frame's number, and its time per stage [ms]. */
export type StageTimes = Pick<FrameRow, 'frame' | 'stages'>;

/**
 * Maximum number of bars. If there are more frames, each bar shows the mean of several frames, since narrower bars could not be told apart.
 */
const MOST_BARS = 440;
/** Maximum number of grid lines above 0. */
const MOST_LINES = 5;
/** Height that an axis reaches if all its values are 0 [ms]. It is far below a clock's resolution. */
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
 * Returns the vertical axis for several panels with a common scale.
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
 * Returns an axis with round numbers that reaches at least a given height.
 * @param height [ms]    @param mostLines maximum number of grid lines above 0
 */
export function axisUpTo(height: number, mostLines: number): TimeAxis {
  const step = roundUp(Math.max(height, LEAST) / mostLines);
  return { top: step * Math.max(1, Math.ceil(height / step - 1e-9)), step };
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the smallest number of the form 1, 2 or 5 times a power of ten that is at least `value` (up to rounding). */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10);
}

/** Returns the mean time of each bar's frames [ms]: one array per bar, with one number per stage; 0 for a bar without frames. */
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
