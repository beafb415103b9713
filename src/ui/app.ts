import type { SimulationParameters } from '../simulation/parameters.ts';
import { BrokenStateError } from '../simulation/simulator.ts';
import { Address } from './address.ts';
import { aboutScene, deviceLost, failureInWords } from './about.ts';
import type { Explore } from './explore/explore.ts';
import { ExploreMode } from './explore/explore-mode.ts';
import type { FlatPage } from './flat/flat-page.ts';
import { FrameWatch } from './frame-watch.ts';
import { Gallery } from './gallery/gallery.ts';
import { createHelp } from './help.ts';
import { listenToKeys, pageKeys } from './keys.ts';
import type { LinkRequest } from './links.ts';
import { type Loaded, Loader } from './load.ts';
import { Messages } from './messages.ts';
import { News } from './news.ts';
import { byId, lossTold, milestone, nextPaint, setState } from './page.ts';
import { Panel, type PanelActions } from './panel.ts';
import { RecordMode } from './record-mode.ts';
import type { Runtime } from './runtime.ts';
import { NotStarted, type Session } from './session.ts';
import type { Look, Show } from './show.ts';
import { Starter } from './starter.ts';
import { chosen, copyOf, type SceneChoice, type Wanted, wantedBy } from './wanted.ts';

/** The page: a scene that runs, or two side by side, and its panel. */
export class App implements PanelActions {
  private isPaused: boolean;
  private stepsAsked = 0;
  private startAsked = true;
  /** What is shown has changed since the last frame. */
  private isStale = false;
  private readonly news: News;
  private wanted: Wanted;
  /** What a start that comes to nothing goes back to. */
  private before: { readonly wanted: Wanted; readonly isPaused: boolean } | undefined;
  private readonly look: Look = {
    shown: { contacts: false, penetrating: false, tetrahedra: false, wireframe: false },
    section: undefined,
  };
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
    switched: (parameters) => this.panel.setParameters(parameters),
  });
  readonly chart = this.watch.chart;
  private readonly panel = new Panel(this, this.look);
  private readonly gallery: Gallery;
  private readonly address: Address;
  private readonly loader: Loader;
  private readonly starter: Starter;

  constructor(
    private readonly runtime: Runtime,
    link: LinkRequest,
  ) {
    milestone('scripts');
    this.isPaused = link.paused === true;
    this.loader = new Loader(runtime, link.workers ?? runtime.workers, this.messages);
    this.starter = new Starter(runtime, this.loader, this.look);
    this.gallery = new Gallery(byId('gallery'), runtime, this.messages, (choice) => this.load(choice));
    const { wanted, refused } = wantedBy(link, runtime.backends);
    this.wanted = wanted;
    const complaints = [...link.complaints, ...refused].map((complaint) => `In the link: ${complaint}.`);
    this.address = new Address(runtime.backends[0]!);
    this.chart.isShown = link.chart === true;
    this.news = new News(complaints, [...runtime.notes]);
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
    this.exploring.leave();
    setState('starting');
    try {
      const loaded = await this.starter.start(this.wanted);
      this.before = undefined;
      if (loaded) this.started(loaded);
      else this.startedFigures();
    } catch (error) {
      if (!(error instanceof NotStarted)) throw error;
      this.goBack(error.message);
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
    const goesOn = this.show || this.flat ? ' The scene before goes on.' : '';
    if (this.before) ({ wanted: this.wanted, isPaused: this.isPaused } = this.before);
    this.before = undefined;
    setState(this.isPaused ? 'paused' : 'running');
    this.panel.forget();
    if (this.show) this.showPanel(this.show.session);
    else if (this.flat) this.panel.showFigures();
    else this.openGallery();
    this.messages.tell(`${why}${goesOn}`);
  }

  private restartOnNewDevice(show: Show, reason: string): void {
    if (this.show !== show || this.startAsked) return;
    this.news.add(deviceLost(reason));
    this.reset();
  }

  private async nextFrame(): Promise<void> {
    const { show } = this;
    if (show) {
      await this.exploring.enterIfAsked(show.session, show.stage, () => this.standStill());
      if (this.explore) await this.explore.update();
      else if (!this.gallery.isOpen && (!this.isPaused || this.stepsAsked > 0)) {
        setState('running');
        await this.advance(show);
      } else {
        if (document.body.dataset.state !== 'stopped') setState('paused');
        this.watch.rest();
        const wasStale = this.isStale;
        this.isStale = false;
        if (wasStale) await show.draw();
        else show.drawIfMoved();
      }
    }
    await nextPaint();
    if (this.frames > 0) milestone('shown');
  }

  private async advance(show: Show): Promise<void> {
    const steps = this.isPaused ? 1 : undefined;
    this.stepsAsked = Math.max(0, this.stepsAsked - 1);
    await this.watch.frame(show, steps);
  }

  /** After an error: ends the run of the scene and says why, unless a lost device explains it. What is recorded stays. */
  private async stop(error: unknown): Promise<void> {
    if (!(error instanceof BrokenStateError)) await lossTold();
    if (this.startAsked) return;
    if (!(error instanceof BrokenStateError)) console.error(error);
    this.isPaused = true;
    this.stepsAsked = 0;
    setState('stopped');
    const canUseCpu = !this.show && this.wanted.backend === 'gpu' && this.runtime.backends.includes('cpu');
    const { text, answer } = failureInWords(error, canUseCpu, this.news.untold);
    this.messages.ask(text, answer, () => (canUseCpu ? this.load({ backend: 'cpu' }) : this.reset()));
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
    if (this.show || this.flat) this.before ??= { wanted: copyOf(this.wanted), isPaused: this.isPaused };
    this.loader.cancel();
    this.gallery.close();
    this.wanted = chosen(this.wanted, changed);
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
    this.isPaused = false;
    this.startAsked = true;
  }

  cancelLoad(): void {
    this.loader.cancel('Cancelled.');
  }

  get explore(): Explore | undefined {
    return this.exploring.explore;
  }

  toggleExplore(): void {
    this.watch.stopTrial();
    if (this.show?.comparison)
      this.messages.say('Paths are explored in one scene: set ‘compare with’ to nothing first.');
    else if (!this.flat && document.body.dataset.state !== 'stopped') this.exploring.toggle();
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
    this.watch.stopTrial();
    const wasExploring = this.exploring.leave();
    this.isPaused = !wasExploring && !this.isPaused;
  }

  step(): void {
    this.watch.stopTrial();
    this.exploring.leave();
    this.isPaused = true;
    this.stepsAsked++;
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
    this.isStale = true;
  }
}
