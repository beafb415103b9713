import type { FrameWindow } from './frame-window.ts';
import { barOf } from './scale.ts';

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
