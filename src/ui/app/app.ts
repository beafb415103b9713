import type { SimulationParameters } from '../../simulation/parameters.ts';
import { DrawingError } from '../../render/drawing.ts';
import { BrokenStateError } from '../../simulation/simulator.ts';
import { Address } from '../link/address.ts';
import { aboutScene, deviceLost, failureInWords, Messages } from '../notices/messages.ts';
import type { Explore } from '../explore/explore.ts';
import { ExploreMode } from '../explore/explore-mode.ts';
import type { FlatPage } from '../view-2d/page-2d.ts';
import { FrameWatch } from './frame-watch.ts';
import { Gallery } from '../gallery/gallery.ts';
import { createHelp } from '../notices/help.ts';
import { listenToKeys, pageKeys } from './keys.ts';
import type { LinkRequest } from '../link/links.ts';
import { type Loaded, Loader } from './loader.ts';
import { inTheLink, News } from '../notices/notices.ts';
import { byId, lossTold, milestone, nextPaint, setState } from './page.ts';
import { Panel, type PanelActions } from '../panel/panel.ts';
import { RecordMode } from '../recording/record-mode.ts';
import type { Runtime } from './runtime.ts';
import { NotStarted, type Session } from './session.ts';
import { type Look, plainLook } from '../panel/view-options.ts';
import { Pace, Patience } from './playback.ts';
import type { Show } from './running-scene.ts';
import { Starter } from './scene-switcher.ts';
import { chosen, copyOf, type SceneChoice, type Wanted, wantedBy } from '../link/settings.ts';
import { GpuRefusal, Ways } from './fallback.ts';

/** The page: a scene that runs, or two side by side, and its panel. */
export class App implements PanelActions {
  private readonly pace: Pace;
  private startAsked = true;
  private readonly news: News;
  private wanted: Wanted;
  /** What a start that comes to nothing goes back to. */
  private before: { readonly wanted: Wanted; readonly isPaused: boolean } | undefined;
  private readonly look: Look;
  private readonly exploring = new ExploreMode({ card: byId('explore'), labels: byId('labels') }, (text) =>
    this.messages.say(text),
  );
  private readonly messages = new Messages(byId('message'));
  readonly recording = new RecordMode(
    this.messages,
    () => this.show,
    (isOn) => this.panel.showRecording(isOn),
  );
  private readonly watch = new FrameWatch(this.messages, this.recording, {
    chartToggled: () => this.chartToggled(),
    load: (choice) => this.load(choice),
    enlarge: (size, trial) => {
      this.ways.trying(trial);
      this.load({ size });
    },
    switched: (parameters) => this.panel.setParameters(parameters),
  });
  readonly chart = this.watch.chart;
  private readonly panel: Panel;
  private readonly gallery: Gallery;
  private readonly address: Address;
  private readonly loader: Loader;
  private readonly starter: Starter;
  private readonly ways: Ways;
  private readonly patience = new Patience(() => this.show?.abandon());

  constructor(
    private readonly runtime: Runtime,
    link: LinkRequest,
  ) {
    milestone('scripts');
    this.pace = new Pace(link.paused === true);
    this.look = plainLook(runtime.drawing);
    this.panel = new Panel(this, this.look);
    this.loader = new Loader(runtime, link.workers ?? runtime.workers, this.messages);
    this.starter = new Starter(runtime, this.loader, this.look);
    this.gallery = new Gallery(byId('gallery'), runtime, this.messages, (choice) => this.load(choice));
    const { wanted, refused } = wantedBy(link, runtime.backends);
    this.wanted = wanted;
    this.address = new Address(runtime.backends[0]!);
    this.chart.isShown = link.chart === true;
    this.news = new News([...link.complaints, ...refused].map(inTheLink), [...runtime.notes]);
    this.ways = new Ways(runtime, this.look, (text) => this.news.add(text));
    listenToKeys(pageKeys(this, this.exploring, this.gallery, createHelp(byId('help'))));
  }

  /** What runs: one scene, or two side by side. */
  get show(): Show | undefined {
    return this.starter.show;
  }

  get flat(): FlatPage | undefined {
    return this.starter.flat;
  }

  /** The session that runs; of two the left one. */
  get session(): Session | undefined {
    return this.show?.session;
  }

  /** Frames shown since the scene started. */
  get frames(): number {
    return this.show?.frames ?? 0;
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
    this.patience.end();
    this.exploring.leave();
    this.ways.starting(this.wanted);
    setState('starting');
    try {
      const loaded = await this.starter.start(this.wanted);
      this.before = undefined;
      if (loaded) this.started(loaded);
      else this.startedFigures();
    } catch (error) {
      if (error instanceof NotStarted) this.goBack(error.message);
      else if (!this.goesOn(error)) throw error;
    }
  }

  private started({ halves: [{ scene, build }], isNew, trial }: Loaded): void {
    const show = this.show!;
    show.onLost((reason) => this.restartOnNewDevice(show, reason));
    this.recording.stop((text) => this.news.add(text));
    this.showPanel(show.session);
    const tell = () => this.news.tell(this.messages, isNew ? scene.title : undefined, isNew ? build.notes : []);
    this.watch.begin(show.session, trial, tell);
  }

  private startedFigures(): void {
    this.panel.showFigures();
    setState('running');
    this.messages.hide();
    this.followAddress();
  }

  private showPanel({ scene, size }: Session): void {
    const { backend, parameters, compare } = this.wanted;
    this.panel.show({ scene, size, backend, backends: this.runtime.backends, parameters, compare });
    this.panel.showRecording(this.recording.isOn);
    this.followAddress();
  }

  /** After a start that was cancelled or refused: what ran before goes on. */
  private goBack(why: string): void {
    // Another one was asked for meanwhile.
    if (this.startAsked) return;
    const isAbandoned = this.show?.isAbandoned === true;
    const goesOn = this.show || this.flat ? ` The scene before ${isAbandoned ? 'starts again' : 'goes on'}.` : '';
    if (this.before) ({ wanted: this.wanted, isPaused: this.pace.isPaused } = this.before);
    this.before = undefined;
    this.startAsked = isAbandoned;
    setState(this.pace.isPaused ? 'paused' : 'running');
    this.panel.forget();
    if (this.show) this.showPanel(this.show.session);
    else if (this.flat) this.panel.showFigures();
    else this.openGallery();
    this.messages.tell(`${why}${goesOn}`);
  }

  private restartOnNewDevice(show: Show, reason: string): void {
    if (this.show !== show || this.startAsked) return;
    if (
      show.frames === 0 &&
      !show.hasRested &&
      this.goesOn(new DrawingError(`device lost: ${reason || 'no reason given'}`))
    )
      return;
    this.news.add(deviceLost(reason));
    this.reset();
  }

  /** Starts again by another backend or renderer after a failure before the first frame. @returns whether there was one left */
  private goesOn(error: unknown): boolean {
    const way = this.starter.hasLoaded || error instanceof GpuRefusal ? this.ways.after(error, this.wanted) : undefined;
    if (!way) return false;
    if (way.backend !== this.wanted.backend) this.address.usual = way.backend;
    this.wanted = way;
    this.watch.dropTrial();
    this.startAsked = true;
    return true;
  }

  private async nextFrame(): Promise<void> {
    const { show } = this;
    if (show) {
      await this.exploring.enterIfAsked(show.session, show.stage, () => this.standStill());
      if (this.explore) await this.explore.update();
      else if (!this.gallery.isOpen && this.pace.isMoving) {
        setState('running');
        await this.watch.frame(show, this.pace.nextSteps());
      } else {
        if (document.body.dataset.state !== 'stopped') setState('paused');
        this.watch.rest();
        await show.drawIfChanged();
        show.hasRested = true;
      }
    }
    await nextPaint();
    if (this.frames > 0) milestone('shown');
  }

  /** After an error: ends the run of the scene and says why, unless a lost device explains it. What is recorded stays. */
  private async stop(error: unknown): Promise<void> {
    if (!(error instanceof BrokenStateError)) await lossTold();
    if (this.startAsked || (this.show?.frames === 0 && this.goesOn(error))) return;
    if (!(error instanceof BrokenStateError)) console.error(error);
    this.pace.stop();
    setState('stopped');
    this.messages.ask(failureInWords(error, this.news.untold), 'start again', () => this.reset());
  }

  setParameters(changed: Partial<SimulationParameters>): void {
    this.watch.stopTrial();
    this.show?.setParameters(changed);
    Object.assign(this.wanted.parameters, changed);
    // What runs has it, also where a start under way comes to nothing.
    if (this.show && this.before) Object.assign(this.before.wanted.parameters, changed);
    this.followAddress();
  }

  load(changed: SceneChoice): void {
    if (this.show || this.flat) this.before ??= { wanted: copyOf(this.wanted), isPaused: this.pace.isPaused };
    this.loader.cancel();
    this.gallery.close();
    const choice = this.ways.choosing(changed);
    // A backend that the person chooses, or that comes back, stands in the link again.
    if (choice.backend) this.address.usual = this.runtime.backends[0]!;
    this.wanted = chosen(this.wanted, choice);
    this.reset();
  }

  openGallery(): void {
    this.watch.stopTrial();
    this.messages.hide();
    this.gallery.open(this.wanted.backend);
  }

  about(): void {
    if (this.session) this.messages.tell(aboutScene(this.session.scene));
  }

  reset(): void {
    this.watch.dropTrial();
    this.pace.isPaused = false;
    this.startAsked = true;
    this.patience.begin();
  }

  cancelLoad(): void {
    this.loader.cancel('Cancelled.');
  }

  get explore(): Explore | undefined {
    return this.exploring.explore;
  }

  toggleExplore(): void {
    this.watch.stopTrial();
    if (!this.flat && document.body.dataset.state !== 'stopped') this.exploring.toggle(this.show?.comparison);
  }

  private standStill(): () => void {
    const wasPaused = this.pace.isPaused;
    this.pace.isPaused = this.panel.isExploring = true;
    setState('paused');
    this.messages.hide();
    return () => {
      this.pace.isPaused = wasPaused;
      this.show?.lookChanged();
      this.panel.isExploring = false;
    };
  }

  togglePause(): void {
    this.watch.stopTrial();
    const wasExploring = this.exploring.leave();
    this.pace.isPaused = !wasExploring && !this.pace.isPaused;
  }

  step(): void {
    this.watch.stopTrial();
    this.exploring.leave();
    this.pace.step();
  }

  private chartToggled(): void {
    this.panel.chartToggled();
    this.followAddress();
  }

  private followAddress(): void {
    this.address.follow(this.wanted, this.chart.isShown);
  }

  showChanged(): void {
    this.show?.lookChanged();
  }

  say(text: string): void {
    this.messages.say(text);
  }
}
