import { axisUpTo, type TimeAxis } from '../../record/bar-plot.ts';
import { STAGE_SERIES } from '../../record/stage-colours.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { FrameWindow } from './frame-window.ts';

/** An axis has at most so many lines over 0. */
const MOST_LINES = 4;
/** A bar so many times as high as the third highest would press all others flat: it is cut off, and says its height. */
const OUTLIER = 3;
/** Free space over the highest bar, and where the axis is stretched again: shares of it. */
const HEADROOM = 1.06;
const TOO_LOW = 0.5;

/** Height of a frame's bar [ms]: what its stages add up to. */
export function barOf({ stages }: FrameRow): number {
  let sum = 0;
  for (const { stage } of STAGE_SERIES) sum += stages[stage];
  return sum;
}

/** One scale for all sides, that holds still while bars reach neither over it nor stay far below. */
export class SharedScale {
  private scale: TimeAxis | undefined;

  /** @param first, last frames that are shown */
  of(windows: readonly FrameWindow[], first: number, last: number): TimeAxis {
    const needed = HEADROOM * highest(windows, first, last);
    const held = this.scale;
    if (!held || needed > held.top || needed < TOO_LOW * held.top) this.scale = axisUpTo(needed, MOST_LINES);
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
  return most > OUTLIER * usual ? Math.min(second, OUTLIER * usual) || usual : most;
}

/** What sides are judged by. */
export interface Means {
  /** How many frames it covers. */
  readonly frames: number;
  /** All stages of a frame, one a side [ms]. */
  readonly ms: readonly number[];
}

/**
 * Over the frames that every side has, so that sides are compared on the same ones, and without frame 0, which compiles code.
 * @returns undefined where there is none
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
