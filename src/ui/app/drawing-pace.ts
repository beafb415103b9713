import { type Detail, DETAILS, FULL_DETAIL, workOf } from '../../render/drawing.ts';
import type { FrameRow } from '../../simulation/statistics.ts';

/** Number of a scene's first frames that are not judged, since shaders are compiled in them, and memory is first touched. */
const FIRST_FRAMES = 2;
/** Number of frames whose median times are judged. */
const JUDGED_FRAMES = 3;
/** Drawing is fast enough below this time [ms]: 30 frames per second. It includes the wait for the screen's next picture. */
const FAST = 33;
/** A finer detail is tried if its expected time is below this share of the time that drawing may take. */
const MARGIN = 0.7;
/** Number of paints without a moving camera after which a picture that stands still is drawn in full detail. */
const STILL_PAINTS = 12;
/** Number of judgements that must agree before a finer detail is tried, at first; each try that fails doubles it. */
const FIRST_PATIENCE = 4;

/**
 * Lets drawing give way to simulating: where frames take longer to draw than to simulate, as with a software renderer, drawing becomes
 * coarser by as many levels as it has to, and finer again, level by level, as soon as there is time for it. All by measured times, so that
 * a fast machine always draws at its best.
 */
export class DrawingPace {
  /** Index of the current detail in DETAILS. */
  level = 0;
  private hasBegun = false;
  private frameCount = 0;
  private readonly drawing: number[] = [];
  private readonly simulating: number[] = [];
  /** Number of judgements in a row that found time for a finer detail, and the number that is needed. */
  private agreed = 0;
  private patience = FIRST_PATIENCE;
  private hasJustRefined = false;
  /** Whether a still picture is drawn in full detail, and the number of drawings since. */
  private isRefined = false;
  private refinedDrawings = 0;
  /** Number of paints since the camera moved, while the scene stands still. */
  private stillPaints = 0;

  /** @param changed called when the detail has changed */
  constructor(private readonly changed: (detail: Detail) => void) {}

  get detail(): Detail {
    return DETAILS[this.level]!;
  }

  /**
   * Called at each paint while the scene stands still. A still picture is drawn in full detail, as soon as the camera stands still, too.
   * @param hasDrawn whether there was something new to draw
   */
  rest(hasDrawn: boolean): void {
    if (this.level === 0) return;
    if (!this.isRefined) {
      this.stillPaints = hasDrawn ? 0 : this.stillPaints + 1;
      if (this.stillPaints === STILL_PAINTS) this.refine(true);
    } else if (hasDrawn && ++this.refinedDrawings > 1) this.refine(false); // The first one is the still picture itself.
  }

  private refine(isRefined: boolean): void {
    this.isRefined = isRefined;
    this.stillPaints = this.refinedDrawings = 0;
    this.changed(isRefined ? FULL_DETAIL : this.detail);
  }

  /**
   * Called when a scene has started. The detail of the scene before stays: the machine is still the same.
   * @param initial detail with which the first scene began
   */
  begin(initial: Detail): void {
    if (!this.hasBegun) this.level = Math.max(0, DETAILS.indexOf(initial));
    this.hasBegun = true;
    this.isRefined = false;
    this.stillPaints = this.refinedDrawings = 0;
    this.frameCount = this.drawing.length = this.simulating.length = 0;
  }

  /**
   * Called after each frame that was simulated and shown.
   * @param wait time from the end of the drawing calls to the next paint [ms]; a renderer that can't follow makes it long
   */
  add({ ms, stages: { render = 0 } }: Pick<FrameRow, 'ms' | 'stages'>, wait: number): void {
    if (this.isRefined) this.refine(false);
    if (++this.frameCount <= FIRST_FRAMES) return;
    this.drawing.push(render + wait);
    this.simulating.push(ms - render);
    if (this.drawing.length < JUDGED_FRAMES) return;
    const [drawing, simulating] = [this.drawing, this.simulating].map((times) => median(times.splice(0)));
    this.judge(drawing, Math.max(FAST, simulating));
  }

  /** @param time that drawing took [ms] @param allowed time that it may take [ms] */
  private judge(time: number, allowed: number): void {
    if (time > allowed) {
      this.agreed = 0;
      if (this.hasJustRefined) this.patience *= 2;
      this.hasJustRefined = false;
      const suffices = DETAILS.findIndex((one, i) => i > this.level && this.expected(time, one) <= allowed);
      this.change(suffices < 0 ? DETAILS.length - 1 : suffices);
      return;
    }
    this.hasJustRefined = false;
    const finer = DETAILS[this.level - 1];
    const expected = finer ? this.expected(time, finer) : Infinity;
    this.agreed = expected < MARGIN * allowed ? this.agreed + 1 : 0;
    if (this.agreed < this.patience) return;
    this.agreed = 0;
    this.hasJustRefined = true;
    this.change(this.level - 1);
  }

  /** Returns the time that drawing would take with another detail [ms]. @param time that it takes now [ms] */
  private expected(time: number, detail: Detail): number {
    return (time * workOf(detail)) / workOf(this.detail);
  }

  private change(level: number): void {
    if (level < 0 || level === this.level) return;
    this.level = level;
    this.changed(this.detail);
  }
}

/** Returns the median of times, and sorts them. */
export const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1]!;
