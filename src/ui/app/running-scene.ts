import type { Detail } from '../../render/drawing.ts';
import type { Camera } from '../../scenes/scene.ts';
import type { Grab } from '../../simulation/constraints/grabs/hand.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { Hand, HandActions } from '../hand/hand.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import { cardsOver } from './cards.ts';
import { type Comparison, sideInWords, withoutCompared } from './comparison.ts';
import { type EarlierState, type FrameExtras, Half } from './half.ts';
import type { Loaded } from './loader.ts';
import { onDemand } from './on-demand.ts';
import { milestone } from './page.ts';
import type { Runtime } from './runtime.ts';
import type { Sameness } from './sameness.ts';
import { openSession, type Session } from './session.ts';

/** A half that isn't recorded needs no additional measurements. */
export const NO_EXTRAS: FrameExtras = { hash: false, piercing: false };

/**
 * The scene that runs on the page: one half, or the two halves of a comparison side by side. The camera and what is pulled are the same
 * in both halves.
 */
export class RunningScene {
  /** Frames shown since the scene started. */
  frames = 0;
  readonly halves: Half[] = [];
  /** Whether the page has shown the scene with the simulation paused, at least once. */
  wasShownPaused = false;
  /** Whether `abandon` was called. The scene can't go on then. */
  isAbandoned = false;
  /** Whether view options have changed since the last drawing. */
  private isStale = false;
  /** Index of the half whose camera was moved last; the other one follows it. */
  private leadIndex = 0;
  /** Changes that wait for the next frame, so that both halves get them before the same frame. */
  private pendingParameters: Partial<SimulationParameters> = {};
  private pendingGrabs: readonly Grab[] | undefined;
  /** Lets the person pull bodies; undefined until its code is there. */
  private hand: Hand | undefined;
  private isHandRequested = false;
  private isClosed = false;

  /** Earlier states that are drawn instead of the current ones, one per half. */
  private recalled: readonly EarlierState[] | undefined;

  /** Called at the end of the next drawing. */
  private onceDrawn: (() => void) | undefined;

  /** Says since when the halves of a comparison differ; undefined without a comparison. */
  private sameness: Sameness | undefined;

  private constructor(
    private readonly viewOptions: ViewOptions,
    readonly comparison: Comparison | undefined,
  ) {}

  /** @param camera the viewpoint to keep; by default all bodies are framed */
  static async open(
    runtime: Runtime,
    host: HTMLElement,
    { halves, comparison }: Loaded,
    viewOptions: ViewOptions,
    camera: Camera | undefined,
  ): Promise<RunningScene> {
    const running = new RunningScene(viewOptions, comparison);
    const places = halves.map(() => document.createElement('div'));
    for (const place of places) place.className = 'half';
    if (comparison) document.body.dataset.compare = comparison.name;
    else delete document.body.dataset.compare;
    host.replaceChildren(...places);
    // A comparison that can't fetch its captions still shows both sides.
    const captions = comparison && (await import('./caption.ts').catch(() => undefined));
    try {
      for (const [i, prepared] of halves.entries()) {
        const session = await openSession(runtime, prepared);
        milestone('backend');
        // Both halves have the same camera, which avoids the cards over either.
        const cards = (own: HTMLCanvasElement) =>
          [own, ...running.halves.map(({ view }) => view.canvas)].flatMap(cardsOver);
        const half = await Half.open(places[i]!, session, viewOptions, camera, cards);
        milestone('view');
        half.view.section = viewOptions.section;
        half.view.smoothSkin = viewOptions.smoothSkin;
        half.view.controls.addEventListener('start', () => {
          running.leadIndex = i;
        });
        if (captions && comparison) half.caption = new captions.Caption(places[i]!, comparison, prepared.parameters);
        running.halves.push(half);
      }
      if (comparison) running.sameness = await openSameness(host, comparison);
    } catch (error) {
      await running.close();
      throw error;
    }
    return running;
  }

  /** The left half, or the only one. */
  get first(): Half {
    return this.halves[0]!;
  }

  /** The session of the left half, or the only one. */
  get session(): Session {
    return this.first.session;
  }

  /** The method of each half in words, such as 'Mode: Discrete (DCD)'; empty if there is one half. */
  get sides(): readonly string[] {
    const { comparison } = this;
    return comparison ? this.halves.map(({ session }) => sideInWords(comparison, session.simulator.parameters)) : [];
  }

  /** The viewpoint, if the person has moved the camera. */
  get camera(): Camera | undefined {
    return this.halves[this.leadIndex]!.camera;
  }

  /**
   * Flies to where all bodies are in view, and follows them from there.
   * @param direction from the bodies to the camera; by default as the camera looks now
   */
  show(direction: readonly [number, number, number] | undefined): void {
    this.halves[this.leadIndex]!.view.travel.show(direction);
  }

  setParameters(changed: Partial<SimulationParameters>): void {
    if (this.comparison) this.pendingParameters = { ...this.pendingParameters, ...changed };
    else this.session.simulator.setParameters(changed);
  }

  /**
   * Fetches what lets the person pull bodies, unless that was requested before. The first frame doesn't need it.
   * @param actions what the page does for the hand
   */
  async fetchHand(actions: Pick<HandActions, 'isPaused' | 'say'>): Promise<void> {
    if (this.isHandRequested) return;
    this.isHandRequested = true;
    const code = await onDemand('Pulling bodies', import('../hand/hand.ts'), actions.say);
    if (!code || this.isClosed) return;
    const setGrabs = (grabs: readonly Grab[]) => this.setGrabs(grabs);
    const redraw = () => {
      this.isStale = true;
    };
    this.hand = new code.Hand([this.first, ...this.halves.slice(1)], { ...actions, setGrabs, redraw });
  }

  private setGrabs(grabs: readonly Grab[]): void {
    if (this.comparison) this.pendingGrabs = grabs;
    else this.session.simulator.setGrabs(grabs);
  }

  /**
   * Simulates and draws a frame in each half. No half begins the next frame before both have ended this one. If the state of one half
   * breaks, that half stands still and the other half goes on.
   * @param steps steps of the frame; by default as many as the scene's parameters say
   * @param extras measurements for the recording, of the left half only
   * @returns each half's measurements; undefined for a half that is broken
   * @throws BrokenStateError if the states of all halves are broken
   */
  async frame(steps: number | undefined, extras: FrameExtras): Promise<readonly (FrameRow | undefined)[]> {
    this.recall(undefined);
    this.applyChanges();
    const rows = await Promise.all(this.halves.map((half, i) => half.simulate(steps, i === 0 ? extras : NO_EXTRAS)));
    if (this.halves.every(({ session }) => session.broken)) throw this.session.broken;
    this.halves.forEach(({ caption, session: { broken, simulator } }, i) => {
      const row = rows[i];
      if (row) caption?.show(row, simulator.parameters);
      else if (broken) caption?.showBroken(broken);
    });
    await this.sameness?.compare(
      rows,
      this.halves.map(({ session }) => session),
    );
    const times = await this.draw();
    this.frames++;
    milestone('first-frame');
    return rows.map((row, i) => row && withDrawing(row, times[i]));
  }

  /** Applies the changes since the last frame to both halves of a comparison. */
  private applyChanges(): void {
    const { comparison, pendingParameters: changed, pendingGrabs: attached } = this;
    if (!comparison) return;
    this.halves.forEach(({ session }, i) => {
      const own = i === 0 ? changed : withoutCompared(changed, comparison);
      if (Object.keys(own).length > 0) session.simulator.setParameters(own);
      if (attached) session.simulator.setGrabs(attached);
    });
    this.pendingParameters = {};
    this.pendingGrabs = undefined;
  }

  /**
   * Draws earlier states instead of the current ones, one per half, until the next frame or a call with undefined. Nobody can pull
   * bodies meanwhile. Never changes what is simulated.
   */
  recall(states: readonly EarlierState[] | undefined): void {
    if (states === this.recalled) return;
    this.recalled = states;
    this.isStale = true;
    for (const half of this.halves) half.canPull = states === undefined;
  }

  /** Updates all views from the state, or from an earlier one that is recalled, and draws them. @returns milliseconds per half, as View.render measures them */
  async draw(): Promise<readonly number[]> {
    for (const [i, half] of this.halves.entries()) {
      const earlier = this.recalled?.[i];
      if (earlier) {
        half.recall(earlier);
        this.hand?.hide(i);
      } else {
        await half.update(this.hand?.isBusy === true);
        this.hand?.draw(i);
      }
    }
    this.viewOptions.fieldColours?.settle();
    this.frameBodies();
    const times = new Map<Half, number>();
    this.drawLeadFirst((half) => {
      times.set(half, half.view.render());
    });
    const { onceDrawn } = this;
    this.onceDrawn = undefined;
    onceDrawn?.();
    return this.halves.map((half) => times.get(half)!);
  }

  /** Draws again, even while the simulation stands still. @param act called at the end, while the canvases still hold the picture */
  drawAgain(act?: () => void): void {
    this.isStale = true;
    this.onceDrawn ??= act;
  }

  /** Waits until all drawing is done, because devices report errors late. @throws DrawingError if a device reported an error */
  async settle(): Promise<void> {
    for (const { view } of this.halves) await view.painter.settle();
  }

  /** How finely the next frames are drawn. */
  get detail(): Detail {
    return this.first.view.painter.detail;
  }

  set detail(detail: Detail) {
    for (const { view } of this.halves) view.painter.detail = detail;
  }

  /** Draws while the simulation stands still, if view options have changed or the camera has moved. @returns whether it drew */
  async drawIfChanged(): Promise<boolean> {
    if (!this.isStale) return this.drawIfMoved();
    this.isStale = false;
    await this.draw();
    return true;
  }

  /** Tells the views what to keep in view: the bodies of both halves, since both have the same camera. */
  private frameBodies(): void {
    const bodies = this.halves.map((half) => half.bodies);
    for (const { view } of this.halves) view.frame(bodies);
  }

  /** Draws while the simulation stands still, if the camera has moved. @returns whether it drew */
  drawIfMoved(): boolean {
    let hasDrawn = false;
    this.drawLeadFirst(({ view }) => {
      if (view.renderIfMoved()) hasDrawn = true;
    });
    return hasDrawn;
  }

  /**
   * Draws the half whose camera was moved last, then the other half from the same viewpoint. The order matters because drawing moves a
   * camera that is still gliding, so the viewpoint is known only afterwards.
   */
  private drawLeadFirst(draw: (half: Half) => void): void {
    const lead = this.halves[this.leadIndex]!;
    lead.view.travel.turns = this.viewOptions.turns;
    draw(lead);
    for (const half of this.halves) {
      if (half === lead) continue;
      half.view.travel.copy(lead.view.travel);
      draw(half);
    }
  }

  /** Passes the section (a plane that cuts the scene open) and the smooth skin from the view options to the views. Draws again. */
  viewOptionsChanged(): void {
    this.isStale = true;
    for (const { view } of this.halves) {
      view.section = this.viewOptions.section;
      view.smoothSkin = this.viewOptions.smoothSkin;
    }
  }

  /** Calls `report` with a reason when a device that simulates or draws is lost. */
  onDeviceLost(report: (reason: string) => void): void {
    for (const { session, view } of this.halves) {
      void session.opened.lost?.then(report);
      void view.painter.lost.then(report);
    }
  }

  /** Calls `report` whenever a camera has moved, whoever moved it. */
  onCameraMoved(report: () => void): void {
    for (const { view } of this.halves) view.controls.addEventListener('change', report);
  }

  /** Ends the workers even if they hang. A frame that they have begun then fails. */
  async abandon(): Promise<void> {
    this.isAbandoned = true;
    await Promise.all(this.halves.map(({ session }) => session.opened.abandon()));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.hand?.close();
    for (const half of this.halves) await half.close();
  }
}

/** Opens the line that says since when two halves differ. Without its code the comparison goes on, without the line. */
async function openSameness(host: HTMLElement, comparison: Comparison): Promise<Sameness | undefined> {
  const part = await onDemand('The comparison of states', import('./sameness.ts'), (text) => console.warn(text));
  return part && new part.Sameness(host, comparison);
}

/** Adds the time of drawing to a frame's measurements. @param render time of drawing [ms] */
const withDrawing = (row: FrameRow, render: number): FrameRow => ({
  ...row,
  ms: row.ms + render,
  stages: { ...row.stages, render },
});
