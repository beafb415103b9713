import { axisUpTo, type TimeAxis } from '../../record/bar-plot.ts';
import { STAGE_SERIES } from '../../record/stage-colours.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { FrameWindow } from './frame-window.ts';

/** Maximum number of grid lines above 0. */
const MAX_LINES = 4;
/** A bar counts as an outlier if it exceeds the third highest by this factor. It is cut off, so that the others stay readable. */
const OUTLIER_FACTOR = 3;
/** Height of the axis, as a multiple of the highest bar that isn't an outlier. */
const HEADROOM = 1.06;
/** The axis is shortened once the needed height falls below this share of it. */
const SHORTEN_BELOW = 0.5;

/** Height of a frame's bar: the sum of its stages [ms]. */
export function barOf({ stages }: FrameRow): number {
  let sum = 0;
  for (const { stage } of STAGE_SERIES) sum += stages[stage];
  return sum;
}

/** The time axis of all sides. It stays the same until a bar exceeds it or all bars are far below its end. */
export class SharedScale {
  private scale: TimeAxis | undefined;

  /** @param first, last numbers of the frames that are shown */
  of(windows: readonly FrameWindow[], first: number, last: number): TimeAxis {
    const needed = HEADROOM * highest(windows, first, last);
    const held = this.scale;
    if (!held || needed > held.top || needed < SHORTEN_BELOW * held.top) this.scale = axisUpTo(needed, MAX_LINES);
    return this.scale!;
  }
}

/** The highest bar that isn't an outlier [ms]. */
function highest(windows: readonly FrameWindow[], first: number, last: number): number {
  let [most, second, third] = [0, 0, 0];
  for (const window of windows) {
    for (let frame = first; frame <= last; frame++) {
      const row = window.at(frame);
      const bar = row ? barOf(row) : 0;
      if (bar > most) [most, second, third] = [bar, most, second];
      else if (bar > second) [second, third] = [bar, second];
      else if (bar > third) third = bar;
    }
  }
  const usual = third || second || most;
  return most > OUTLIER_FACTOR * usual ? Math.min(second, OUTLIER_FACTOR * usual) || usual : most;
}

/** Mean time per frame, by which sides are compared. */
export interface Means {
  /** Number of frames in the mean. */
  readonly frames: number;
  /** Mean of the sum of all stages, one per side [ms]. */
  readonly ms: readonly number[];
}

/**
 * Takes the mean over the frames that every side has, so that sides are compared on the same frames, without frame 0, which
 * compiles code.
 * @returns undefined if there is no such frame
 */
export function meansOf(windows: readonly FrameWindow[], first: number, last: number): Means | undefined {
  const sums = windows.map(() => 0);
  let frames = 0;
  for (let frame = Math.max(1, first); frame <= last; frame++) {
    if (!windows.every((window) => window.at(frame))) continue;
    frames++;
    for (const [i, window] of windows.entries()) sums[i]! += barOf(window.at(frame)!);
  }
  return frames > 0 ? { frames, ms: sums.map((sum) => sum / frames) } : undefined;
}
