import type { FrameRow } from '../../simulation/statistics.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import { median } from './drawing-pace.ts';
import { onDemand } from './on-demand.ts';

/** Number of a scene's first frames that are not judged, since shaders are compiled in them. */
const FIRST_FRAMES = 3;
/** Number of frames whose median times are judged. */
const JUDGED_FRAMES = 9;
/** Drawing is never slow below this time [ms]: 20 frames per second. It includes the wait for the screen's next picture. */
const SLOW = 50;

const TOO_SLOW =
  'Drawing takes longer than simulating on this machine, so the skin of the bodies is now drawn plain. ' +
  'The panel’s ‘Smooth skin’ makes it smooth again.';

/** Functions of the page that Smoothing calls. */
export interface SmoothingActions {
  /** Shows a message at once. */
  tell(text: string): void;
  /** Called when the view options have changed. */
  viewOptionsChanged(): void;
}

/**
 * Decides whether the bodies are drawn with a smooth skin. By default they are, from the time when the code for it has been fetched, which
 * happens after the first frame. A software renderer, and a machine that takes longer to draw than to simulate, draws them plain. Once the
 * person has chosen, the choice stays.
 */
export class Smoothing {
  /** Resolves when the last change of `isOn` has taken effect, or has failed because its code can't be fetched. */
  settled: Promise<void> = Promise.resolve();
  private isWanted = false;
  /** Whether the person has chosen, or a renderer was found to be slow. */
  private isDecided = false;
  private frameCount = 0;
  private readonly drawing: number[] = [];
  private readonly simulating: number[] = [];

  constructor(
    private readonly viewOptions: ViewOptions,
    private readonly actions: SmoothingActions,
  ) {}

  /** Whether the skin is smooth, as the panel's switch shows it. Setting it is the person's choice. */
  get isOn(): boolean {
    return this.isWanted;
  }

  set isOn(isOn: boolean) {
    this.isDecided = true;
    this.settled = this.change(isOn);
  }

  /** Called when a scene has started. @param isSoftware whether a software renderer draws */
  begin(isSoftware: boolean): void {
    this.frameCount = this.drawing.length = this.simulating.length = 0;
    if (isSoftware) this.isDecided = true;
  }

  /**
   * Called after each frame that was simulated and shown.
   * @param wait time from the end of the drawing calls to the next paint [ms]; a renderer that can't follow makes it long
   */
  add(row: FrameRow, wait: number): void {
    if (this.isDecided) return;
    if (++this.frameCount === 1) void this.change(true);
    if (this.frameCount <= FIRST_FRAMES) return;
    const { render = 0 } = row.stages;
    this.drawing.push(Math.max(render, wait));
    this.simulating.push(row.ms - render);
    if (this.drawing.length < JUDGED_FRAMES) return;
    const [drawing, simulating] = [this.drawing, this.simulating].map((times) => median(times.splice(0)));
    if (drawing < SLOW || drawing < simulating) return;
    this.isDecided = true;
    void this.change(false);
    this.actions.tell(TOO_SLOW);
  }

  private async change(isOn: boolean): Promise<void> {
    this.isWanted = isOn;
    const showError = (text: string) => this.actions.tell(text);
    const part = isOn ? await onDemand('The smooth skin', import('../../render/smooth-skin.ts'), showError) : undefined;
    // The person may have changed the choice while the code was fetched.
    if (this.isWanted !== isOn) return;
    this.isWanted = part !== undefined;
    this.viewOptions.smoothSkin = part?.SmoothSkin;
    this.actions.viewOptionsChanged();
  }
}
