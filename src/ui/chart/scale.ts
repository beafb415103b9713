import { axisUpTo, type TimeAxis } from '../../record/bar-plot.ts';
import { STAGE_SERIES } from '../../record/stage-colours.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { FrameWindow } from './frame-window.ts';

/** Maximum number of grid lines above 0. */
const MAX_LINES = 4;
/** The highest bar counts as an outlier if it exceeds the third highest by this factor. It is cut off, so that others stay readable. */
const OUTLIER_FACTOR = 3;
/** Height of the axis, as a multiple of the highest bar that isn't an outlier. */
const HEADROOM = 1.06;
/** The axis is shortened if the needed height falls below this share of the axis. */
const SHORTEN_BELOW = 0.5;

/** Returns the height of a frame's bar: the sum of the frame's stages [ms]. */
export function barHeight({ stages }: FrameRow): number {
  let sum = 0;
  for (const { stage } of STAGE_SERIES) sum += stages[stage];
  return sum;
}

/** The time axis of all sides. The axis stays the same until a bar exceeds it or all bars are far below its end. */
export class SharedScale {
  private axis: TimeAxis | undefined;

  /** @param first, last numbers of the frames that are shown */
  of(windows: readonly FrameWindow[], first: number, last: number): TimeAxis {
    const needed = HEADROOM * highest(windows, first, last);
    const current = this.axis;
    if (!current || needed > current.top || needed < SHORTEN_BELOW * current.top)
      this.axis = axisUpTo(needed, MAX_LINES);
    return this.axis!;
  }
}

/**
 * Returns the height of the highest bar of all sides [ms]. If that bar is an outlier, returns OUTLIER_FACTOR times the third highest bar
 * or the height of the second highest bar, whichever is lower.
 */
function highest(windows: readonly FrameWindow[], first: number, last: number): number {
  let [top, second, third] = [0, 0, 0];
  for (const window of windows) {
    for (let frame = first; frame <= last; frame++) {
      const row = window.at(frame);
      const bar = row ? barHeight(row) : 0;
      if (bar > top) [top, second, third] = [bar, top, second];
      else if (bar > second) [second, third] = [bar, second];
      else if (bar > third) third = bar;
    }
  }
  const usual = third || second || top;
  return top > OUTLIER_FACTOR * usual ? Math.min(second, OUTLIER_FACTOR * usual) || usual : top;
}

/** Mean times per frame, which the chart shows for a comparison. */
export interface Means {
  /** Number of frames in the mean. */
  readonly frames: number;
  /** Mean of the sum of all stages, one per side [ms]. */
  readonly ms: readonly number[];
}

/**
 * Takes the mean over those frames that all sides have, so that sides are compared on the same frames. Frame 0 is left out, because
 * the browser compiles code in it.
 * @returns undefined if there is no such frame
 */
export function meansOf(windows: readonly FrameWindow[], first: number, last: number): Means | undefined {
  const sums = windows.map(() => 0);
  let frames = 0;
  for (let frame = Math.max(1, first); frame <= last; frame++) {
    if (!windows.every((window) => window.at(frame))) continue;
    frames++;
    for (const [i, window] of windows.entries()) sums[i]! += barHeight(window.at(frame)!);
  }
  return frames > 0 ? { frames, ms: sums.map((sum) => sum / frames) } : undefined;
}
