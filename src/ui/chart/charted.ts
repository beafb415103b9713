import type { FrameWindow } from './frame-window.ts';

/** The scene that runs, for the chart's file. */
export interface ChartedScene {
  readonly name: string;
  readonly title: string;
  /** What was measured on what. */
  readonly origin: string;
}

/** Frames that the chart shows. */
export interface Charted extends ChartedScene {
  windows: readonly FrameWindow[];
  /** What each side is called where there are two; else none. */
  sides: readonly string[];
}
