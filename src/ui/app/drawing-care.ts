import { FULL_DETAIL } from '../../render/drawing.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import { DrawingPace } from './drawing-pace.ts';
import type { RunningScene } from './running-scene.ts';
import { Smoothing, type SmoothingActions } from './smoothing.ts';

/** Adapts drawing to the machine, by measured times: how finely the scene is drawn, and whether the bodies have a smooth skin. */
export class DrawingCare {
  readonly smoothing: Smoothing;
  private running: RunningScene | undefined;
  private isFineNow = false;
  private readonly pace = new DrawingPace((detail) => {
    if (this.running) this.running.detail = detail;
  });

  constructor(viewOptions: ViewOptions, actions: SmoothingActions) {
    this.smoothing = new Smoothing(viewOptions, actions);
  }

  /** Whether scenes are drawn in full detail however long that takes, as pictures of them should be. */
  get isFine(): boolean {
    return this.isFineNow;
  }

  set isFine(is: boolean) {
    this.isFineNow = is;
    if (this.running) this.running.detail = is ? FULL_DETAIL : this.pace.detail;
  }

  /** Called when a scene has started. */
  begin(running: RunningScene): void {
    this.running = running;
    this.pace.begin(running.detail);
    running.detail = this.isFine ? FULL_DETAIL : this.pace.detail;
    this.smoothing.begin(running.first.view.painter.isSoftware);
  }

  /**
   * Called after each frame that was simulated and shown.
   * @param wait time from the end of the drawing calls to the next paint [ms]; a renderer that can't follow makes it long
   */
  add(row: FrameRow, wait: number): void {
    if (!this.isFine) this.pace.add(row, wait);
    this.smoothing.add(row, wait);
  }

  /** Called at each paint while the scene stands still. @param hasDrawn whether there was something new to draw */
  rest(hasDrawn: boolean): void {
    if (!this.isFine) this.pace.rest(hasDrawn);
  }
}
