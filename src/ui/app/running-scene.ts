import type { Camera } from '../../scenes/scene.ts';
import type { Attachment } from '../../simulation/constraints/attachments/attachment.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { BrokenStateError, type FrameOptions } from '../../simulation/simulator.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { Caption } from './caption.ts';
import { type Comparison, sideInWords, withoutCompared } from './comparison.ts';
import type { Loaded } from './loader.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import { milestone } from './page.ts';
import type { Runtime } from './runtime.ts';
import { closeSession, openSession, type Session } from './session.ts';
import { Stage } from './half.ts';

/** A session and its stage. */
interface Half {
  readonly session: Session;
  readonly stage: Stage;
  readonly caption: Caption | undefined;
}

/** What a record wants of a frame. */
export type FrameExtras = Required<Pick<FrameOptions, 'hash' | 'piercing'>>;
type StageOptions = Parameters<typeof Stage.open> extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** The right half isn't recorded. */
const PLAIN: FrameExtras = { hash: false, piercing: false };

/** What runs on the page: one session, or two side by side with one clock, one camera and one mouse. */
export class RunningScene {
  /** Frames shown since the scene started. */
  frames = 0;
  readonly halves: Half[] = [];
  /** It has been shown while nothing moved. */
  hasRested = false;
  /** It was ended, and waits for something to take its place. */
  isAbandoned = false;
  /** The view has changed since it was last drawn. */
  private isStale = false;
  /** The half whose camera was moved last: the other one follows it. */
  private lead = 0;
  /** Both halves hear of changes and pulls between the same two frames. */
  private changed: Partial<SimulationParameters> = {};
  private pulled: readonly Attachment[] | undefined;

  private constructor(
    private readonly viewOptions: ViewOptions,
    readonly comparison: Comparison | undefined,
  ) {}

  /** @param camera where the person looked from, if they chose it */
  static async open(
    runtime: Runtime,
    host: HTMLElement,
    { halves, comparison }: Loaded,
    viewOptions: ViewOptions,
    camera: Camera | undefined,
  ): Promise<RunningScene> {
    const show = new RunningScene(viewOptions, comparison);
    const places = halves.map(() => document.createElement('div'));
    for (const place of places) place.className = 'half';
    if (comparison) document.body.dataset.compare = comparison.name;
    else delete document.body.dataset.compare;
    host.replaceChildren(...places);
    try {
      for (const [i, prepared] of halves.entries()) {
        const session = await openSession(runtime, prepared);
        milestone('backend');
        const pull = comparison && ((attachments: readonly Attachment[]) => show.pull(attachments));
        const stage = await openStage(places[i]!, session, viewOptions, camera, pull);
        milestone('stage');
        stage.view.section = viewOptions.section;
        stage.view.controls.addEventListener('start', () => {
          show.lead = i;
        });
        const caption = comparison && new Caption(places[i]!, comparison, prepared.parameters);
        show.halves.push({ session, stage, caption });
      }
    } catch (error) {
      await show.close();
      throw error;
    }
    return show;
  }

  /** The left half's, or the one session that runs. */
  get session(): Session {
    return this.halves[0]!.session;
  }

  get stage(): Stage {
    return this.halves[0]!.stage;
  }

  /** What each half runs, in words; none where there is one. */
  get sides(): readonly string[] {
    const { comparison } = this;
    return comparison ? this.halves.map(({ session }) => sideInWords(comparison, session.simulator.parameters)) : [];
  }

  /** Where the person looks from, if they chose it. */
  get camera(): Camera | undefined {
    return this.halves[this.lead]!.stage.camera;
  }

  setParameters(changed: Partial<SimulationParameters>): void {
    if (this.comparison) this.changed = { ...this.changed, ...changed };
    else this.session.simulator.setParameters(changed);
  }

  private pull(attachments: readonly Attachment[]): void {
    this.pulled = attachments;
  }

  /**
   * Simulates and draws a frame in each half; none begins the next one before both have ended this one. A half that breaks
   * stands still while the other goes on.
   * @param exact what a record wants of it
   * @returns each half's figures; undefined for one that is broken
   * @throws BrokenStateError when no half runs any longer
   */
  async frame(steps: number | undefined, exact: FrameExtras): Promise<readonly (FrameRow | undefined)[]> {
    this.tellBoth();
    const rows = await Promise.all(
      this.halves.map((half, i) => this.advanceHalf(half, steps, i === 0 ? exact : PLAIN)),
    );
    if (this.halves.every(({ session }) => session.broken)) throw this.session.broken;
    this.halves.forEach(({ caption, session: { broken, simulator } }, i) => {
      const row = rows[i];
      if (row) caption?.show(row, simulator.parameters);
      else if (broken) caption?.showBroken(broken);
    });
    const times = await this.draw();
    this.frames++;
    milestone('first-frame');
    return rows.map((row, i) => row && withDrawing(row, times[i]));
  }

  private async advanceHalf({ session }: Half, steps: number | undefined, exact: FrameExtras): Promise<FrameRow | undefined> {
    if (session.broken) return undefined;
    try {
      return await session.simulator.frame({ ...exact, ...(steps === undefined ? {} : { steps }) });
    } catch (error) {
      if (!(error instanceof BrokenStateError)) throw error;
      session.broken = error;
      return undefined;
    }
  }

  private tellBoth(): void {
    const { comparison, changed, pulled } = this;
    if (!comparison) return;
    this.halves.forEach(({ session }, i) => {
      const told = i === 0 ? changed : withoutCompared(changed, comparison);
      if (Object.keys(told).length > 0) session.simulator.setParameters(told);
      if (pulled) session.simulator.setAttachments(pulled);
    });
    this.changed = {};
    this.pulled = undefined;
  }

  /** Brings what has changed to the views, and draws. @returns milliseconds, one a half, as View.render */
  async draw(): Promise<readonly number[]> {
    for (const { stage } of this.halves) await stage.update();
    const times = new Map<Stage, number>();
    this.leadFirst((stage) => {
      times.set(stage, stage.draw());
    });
    return this.halves.map(({ stage }) => times.get(stage)!);
  }

  /** @throws DrawingError where a device refused what was drawn */
  async settle(): Promise<void> {
    for (const { stage } of this.halves) await stage.view.settle();
  }

  /** While nothing runs: brings what has changed to the views. */
  async drawIfChanged(): Promise<void> {
    const wasStale = this.isStale;
    this.isStale = false;
    if (wasStale) await this.draw();
    else this.drawIfMoved();
  }

  /** While nothing runs. */
  drawIfMoved(): void {
    this.leadFirst((stage) => stage.drawIfMoved());
  }

  /** Drawing moves the camera on, where a person gave it a push: only then is it known where the other one looks from. */
  private leadFirst(draw: (stage: Stage) => void): void {
    const { stage: lead } = this.halves[this.lead]!;
    draw(lead);
    for (const { stage } of this.halves) {
      if (stage === lead) continue;
      stage.follow(lead.view);
      draw(stage);
    }
  }

  /** Brings the section to where the panel says. */
  viewOptionsChanged(): void {
    this.isStale = true;
    for (const { stage } of this.halves) stage.view.section = this.viewOptions.section;
  }

  /** Calls when a device that simulates or draws is lost. */
  onLost(lost: (reason: string) => void): void {
    for (const { session, stage } of this.halves) {
      void session.opened.lost?.then(lost);
      void stage.lost.then(lost);
    }
  }

  /** Ends what runs, also where it would never end itself: a frame that is under way fails. */
  async abandon(): Promise<void> {
    this.isAbandoned = true;
    await Promise.all(this.halves.map(({ session }) => session.opened.abandon()));
  }

  async close(): Promise<void> {
    for (const { session, stage } of this.halves) {
      await stage.close();
      await closeSession(session);
    }
  }
}

/** A session without a stage is nobody's: it ends with the error. */
async function openStage(host: HTMLElement, session: Session, ...rest: StageOptions): Promise<Stage> {
  try {
    return await Stage.open(host, session, ...rest);
  } catch (error) {
    await closeSession(session);
    throw error;
  }
}

const withDrawing = (row: FrameRow, render: number): FrameRow => ({
  ...row,
  ms: row.ms + render,
  stages: { ...row.stages, render },
});
