import { toCsv, toJson } from '../record/formats.ts';
import type { Shown } from '../render/overlays.ts';
import { sceneByName } from '../scenes/scenes.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { BrokenStateError } from '../simulation/simulator.ts';
import { download } from './download.ts';
import type { Explore } from './explore/explore.ts';
import { ExploreMode } from './explore/explore-mode.ts';
import { Figures } from './figures.ts';
import { FlatPage } from './flat/flat-page.ts';
import { FIGURES_SCENE } from '../scenes/figures/figures.ts';
import { createHelp } from './help.ts';
import { listenToKeys } from './keys.ts';
import type { LinkRequest } from './links.ts';
import { Messages, sentence } from './messages.ts';
import { byId, nextPaint, setState } from './page.ts';
import { Panel, type PanelActions, type SceneChoice } from './panel.ts';
import { Recorder } from './recorder.ts';
import type { Runtime } from './runtime.ts';
import { buildScene, closeSession, openSession, type Session } from './session.ts';
import { Stage } from './stage.ts';
import { chooseSize } from './trial.ts';
import { catchUp, startParameters, type Wanted } from './wanted.ts';

/** How long news stay [s]. */
const NEWS_SECONDS = 12;
/** A failure that a lost device causes may come before the loss is told: how long to wait for it [ms]. */
const LOSS_PATIENCE = 500;
const WELCOME = 'Drag an octopus by an arm. Drag beside it to look around. h shows help.';

/** The page: one session, its stage, its panel. */
export class App implements PanelActions {
  session: Session | undefined;
  /** Frames shown since the scene started. */
  frames = 0;
  private stage: Stage | undefined;
  private isPaused = false;
  private stepsAsked = 0;
  private startAsked = true;
  /** What is shown has changed since the last frame. */
  private isStale = false;
  private news: string[];
  private readonly wanted: Wanted;
  private readonly workers: number;
  private readonly shown: Shown = { contacts: false, penetrating: false, tetrahedra: false, wireframe: false };
  /** The paper's figures of the plane, while they are shown in place of a scene. */
  flat: FlatPage | undefined;
  private readonly exploring = new ExploreMode({ card: byId('explore'), labels: byId('labels') }, (text) =>
    this.messages.say(text),
  );
  private readonly recorder = new Recorder();
  private readonly messages = new Messages(byId('message'));
  private readonly figures = new Figures(byId('figures'));
  private readonly panel = new Panel(this, this.shown);

  constructor(
    private readonly runtime: Runtime,
    link: LinkRequest,
  ) {
    const { backends, notes } = runtime;
    this.isPaused = link.paused === true;
    this.workers = link.workers ?? runtime.workers;
    const isMissing = link.backend !== undefined && !backends.includes(link.backend);
    this.wanted = {
      scene: link.scene,
      size: link.size,
      backend: link.backend === undefined || isMissing ? backends[0] : link.backend,
      parameters: { ...startParameters(link.scene), ...link.parameters },
    };
    const refused = isMissing ? [`this browser can't run the ${link.backend} backend`] : [];
    this.news = [...notes, ...[...link.complaints, ...refused].map((complaint) => `In the link: ${complaint}.`)];
    const help = createHelp(byId('help'));
    listenToKeys({
      ' ': ({ repeat }) => repeat || this.exploring.guard(() => this.togglePause()),
      '.': () => this.exploring.guard(() => this.step()),
      r: () => this.exploring.guard(() => this.reset()),
      e: () => this.toggleExplore(),
      h: help.toggle,
      Escape: () => (help.isOpen ? help.close() : this.exploring.leave()),
    });
  }

  /** Runs until the page closes; an error ends the run of the scene, never the page. */
  async run(): Promise<never> {
    for (;;) {
      try {
        if (this.startAsked) await this.start();
        else await this.nextFrame();
      } catch (error) {
        await this.stop(error);
      }
    }
  }

  /** Starts what is wanted in place of what runs. */
  private async start(): Promise<void> {
    this.startAsked = false;
    this.exploring.leave();
    setState('starting');
    this.recorder.stop();
    this.flat?.close();
    this.flat = undefined;
    if (this.wanted.scene === FIGURES_SCENE) return this.startFigures();
    delete document.body.dataset.scene;
    const { backend, parameters } = this.wanted;
    const scene = sceneByName(this.wanted.scene)!;
    const size = this.wanted.size ?? (await this.tryOutSize());
    const { session: last, stage: lastStage } = this;
    const kept = last?.size === size && last.scene === scene ? last.build : undefined;
    const growing = `Growing bodies of ${size.toLocaleString('en')} tetrahedra`;
    const build = kept ?? (await buildScene(scene.name, size, (share) => this.messages.progress(growing, share)));
    await this.closeScene();
    this.session = await openSession(this.runtime, { scene, size, build, backend, workers: this.workers, parameters });
    catchUp(this.session, this.wanted);
    const camera = last?.scene === scene ? lastStage?.camera : undefined;
    this.stage = await Stage.open(byId('stage'), this.session, this.shown, camera);
    this.frames = 0;
    this.watchDevices(this.session, this.stage);
    await this.stage.update();
    this.panel.show({ scene, size, backend, backends: this.runtime.backends, parameters });
    this.panel.recordButton = 'start';
    const notes = kept ? [] : build.notes.map(sentence);
    this.welcome(last === undefined ? [...notes, WELCOME] : notes);
  }

  /** No simulation runs: the figures are drawn by the page itself. */
  private async startFigures(): Promise<void> {
    await this.closeScene();
    document.body.dataset.scene = 'flat';
    this.flat = new FlatPage(byId('stage'), byId('explore'));
    this.panel.showFigures();
    setState('running');
    this.messages.hide();
  }

  /** From here on a loss of the old device means nothing. */
  private async closeScene(): Promise<void> {
    const { session, stage } = this;
    this.session = undefined;
    this.stage = undefined;
    await stage?.close();
    if (session) await closeSession(session);
  }

  /** @returns a size that this machine can run; the person's later wishes come first */
  private async tryOutSize(): Promise<number> {
    const scene = sceneByName(this.wanted.scene)!;
    const say = (share: number) => this.messages.progress('Trying out how much this machine can run', share);
    const size = await chooseSize(this.runtime, scene, this.wanted.backend, this.workers, say);
    this.wanted.size ??= size;
    return size;
  }

  private welcome(notes: readonly string[]): void {
    const news = [...this.news, ...notes];
    this.news = [];
    if (news.length > 0) this.messages.say(news.join('\n'), NEWS_SECONDS);
    else this.messages.hide();
  }

  private watchDevices(session: Session, stage: Stage): void {
    const restart = (reason: string) => {
      if (this.session !== session || this.startAsked) return;
      this.news = [
        `The graphics device was lost (${reason || 'no reason given'}): the scene started again on a new one.`,
      ];
      this.isPaused = false;
      this.startAsked = true;
    };
    void session.opened.lost?.then(restart);
    void stage.lost.then(restart);
  }

  private async nextFrame(): Promise<void> {
    const { session, stage } = this;
    if (session && stage) {
      await this.exploring.enterIfAsked(session, stage, () => this.standStill());
      if (this.explore) await this.explore.update();
      else if (!this.isPaused || this.stepsAsked > 0) {
        setState('running');
        await this.advance(session, stage);
      } else {
        if (document.body.dataset.state !== 'stopped') setState('paused');
        if (this.isStale) {
          this.isStale = false;
          await stage.update();
          await stage.draw(false);
        } else await stage.drawIfMoved();
      }
    }
    await nextPaint();
  }

  private async advance(session: Session, stage: Stage): Promise<void> {
    const { simulator, opened, scene, world } = session;
    const { isRecording } = this.recorder;
    const steps = this.isPaused ? 1 : simulator.parameters.stepsPerFrame;
    this.stepsAsked = Math.max(0, this.stepsAsked - 1);
    const before = simulator.time;
    const row = await simulator.frame({ steps, hash: isRecording });
    await stage.update();
    const render = await stage.draw(isRecording);
    this.frames++;
    const drawn = { ...row, ms: row.ms + render, stages: { ...row.stages, render } };
    if (isRecording) this.recorder.add(drawn);
    const bodies = `${world.bodies.length} bodies, ${world.tetCount.toLocaleString('en')} tetrahedra`;
    this.figures.update(drawn, simulator.time - before, {
      title: scene.title,
      text: `${bodies} · ${opened.backend.kind}: ${opened.backend.adapter}`,
      isRecording: this.recorder.isRecording,
    });
  }

  /** After an error: ends the run of the scene and says why, unless a lost device explains it. What is recorded stays. */
  private async stop(error: unknown): Promise<void> {
    if (!(error instanceof BrokenStateError)) await new Promise((resolve) => setTimeout(resolve, LOSS_PATIENCE));
    if (this.startAsked) return;
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof BrokenStateError)) console.error(error);
    this.isPaused = true;
    this.stepsAsked = 0;
    setState('stopped');
    const news = this.news.length > 0 ? ` (${this.news.join(' ')})` : '';
    if (error instanceof BrokenStateError)
      this.messages.ask(`The simulation broke. ${message}`, 'start again', () => this.reset());
    else if (!this.session && this.wanted.backend === 'gpu' && this.runtime.backends.includes('cpu')) {
      this.messages.ask(`The GPU failed: ${message}`, 'go on with the processor', () => this.load({ backend: 'cpu' }));
    } else this.messages.ask(`Something failed: ${message}${news}`, 'start again', () => this.reset());
  }

  setParameters(changed: Partial<SimulationParameters>): void {
    this.session?.simulator.setParameters(changed);
    Object.assign(this.wanted.parameters, changed);
  }

  load(changed: SceneChoice): void {
    if (changed.scene !== undefined && changed.scene !== this.wanted.scene) {
      this.wanted.size = undefined;
      this.wanted.parameters = startParameters(changed.scene);
    }
    Object.assign(this.wanted, changed);
    this.reset();
  }

  reset(): void {
    this.isPaused = false;
    this.startAsked = true;
  }

  /** The mode 'explore paths', while it is on. */
  get explore(): Explore | undefined {
    return this.exploring.explore;
  }

  toggleExplore(): void {
    if (!this.flat && document.body.dataset.state !== 'stopped') this.exploring.toggle();
  }

  private standStill(): () => void {
    const wasPaused = this.isPaused;
    this.isPaused = this.panel.isExploring = true;
    setState('paused');
    this.messages.hide();
    return () => {
      this.isPaused = wasPaused;
      this.isStale = true;
      this.panel.isExploring = false;
    };
  }

  togglePause(): void {
    const wasExploring = this.exploring.leave();
    this.isPaused = !wasExploring && !this.isPaused;
  }

  step(): void {
    this.exploring.leave();
    if (!this.isPaused) this.togglePause();
    this.stepsAsked++;
  }

  record(): void {
    if (this.recorder.isRecording) this.recorder.stop();
    else if (this.session) this.recorder.start(this.session);
    this.panel.recordButton = this.recorder.isRecording ? 'stop' : 'start';
  }

  save(format: 'csv' | 'json'): void {
    const recording = this.recorder.recording();
    if (!recording) {
      this.messages.say('Nothing is recorded yet: press start, then let some frames pass.');
      return;
    }
    const [text, type] = format === 'csv' ? [toCsv(recording), 'text/csv'] : [toJson(recording), 'application/json'];
    download(`untangle-${recording.scene}.${format}`, text, type);
  }

  showChanged(): void {
    this.isStale = true;
  }
}
