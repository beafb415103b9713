import type { SimulationParameters } from '../../simulation/parameters.ts';
import { DrawingError } from '../../render/drawing.ts';
import { BrokenStateError } from '../../simulation/simulator.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { changesComparisons } from './comparison.ts';
import { Address, type Linked } from '../link/address.ts';
import {
  aboutScene,
  changedMode,
  deviceLost,
  failureInWords,
  IN_SOFTWARE,
  Messages,
  slowMaterial,
} from '../notices/messages.ts';
import type { Explore } from '../explore/explore.ts';
import { ExploreMode } from '../explore/explore-mode.ts';
import type { Page2d } from '../view-2d/page-2d.ts';
import { FrameWatch } from './frame-watch.ts';
import type { Gallery } from '../gallery/gallery.ts';
import type { ControlActions, Controls } from '../controls/controls.ts';
import { type Keys, listenToKeys, pageKeys } from './keys.ts';
import { type LinkRequest, readLink } from '../link/links.ts';
import { LinkedView } from './linked-view.ts';
import { type Loaded, Loader } from './loader.ts';
import { aboutTheLink, Notices } from '../notices/notices.ts';
import { byId, lossReportDelay, isState, milestone, nextPaint, setState, setTitle, titleOf } from './page.ts';
import type { Panel, PanelActions } from '../panel/panel.ts';
import { LatePart, onDemand } from './on-demand.ts';
import type { RecordMode } from '../recording/record-mode.ts';
import type { DrawingCare } from './drawing-care.ts';
import type { Runtime } from './runtime.ts';
import type { Smoothing } from './smoothing.ts';
import { NotStarted, type Session } from './session.ts';
import { type ViewOptions, defaultViewOptions } from '../panel/view-options.ts';
import { Playback, HungFrameTimeout } from './playback.ts';
import type { RunningScene } from './running-scene.ts';
import { SceneSwitcher } from './scene-switcher.ts';
import type { Timeline, TimelineActions } from '../timeline/timeline.ts';
import { withChoice, copyOf, type SceneChoice, type Settings, settingsFrom } from '../link/settings.ts';
import { GpuRefusal, Fallback } from './fallback.ts';

/**
 * The page: the running scene, the panel, and everything around them. A scene has one half; in a comparison it has two, side by side.
 *
 * The loop in `run` makes these calls, in this order, for each frame:
 *   App.nextFrame                requests a frame, unless the scene is paused or the person explores paths
 *   FrameWatch.frame             passes the frame's measurements to readouts, chart and recording, and to the search for a larger size
 *   RunningScene.frame           keeps the halves of a comparison in step
 *   Half.simulate                Session.simulator.frame: the steps of the frame, and its measurements
 *   Half.update                  computes normals; reads back the arrays that the view can't draw from the GPU's own buffers
 *   View.render                  draws
 */
export class App implements PanelActions, ControlActions, TimelineActions {
  private readonly playback: Playback;
  private isStartRequested = true;
  private readonly notices: Notices;
  private settings: Settings;
  /**
   * Settings and pause before a choice whose scene has not started yet. They are restored if that start is cancelled or refused.
   * Undefined if no such start is under way.
   */
  private previous: { readonly settings: Settings; readonly isPaused: boolean } | undefined;
  private readonly viewOptions: ViewOptions;
  private readonly exploreMode = new ExploreMode({ card: byId('explore'), labels: byId('labels') }, (text) =>
    this.messages.say(text),
  );
  private readonly messages = new Messages(byId('message'));
  /** The recorder. It comes after the first frame, because that frame doesn't need its code. */
  private readonly recorder = new LatePart<RecordMode>(async () => {
    const tell = (text: string) => this.messages.tell(text);
    const part = await onDemand('The recorder', import('../recording/record-mode.ts'), tell);
    const onToggle = (isOn: boolean) => this.panel.call((panel) => panel.showRecording(isOn));
    return part && new part.RecordMode(this.messages, () => this.running, onToggle);
  });
  private readonly watch = new FrameWatch(this.messages, () => this.recording, {
    chartToggled: () => this.chartToggled(),
    load: (choice) => this.load(choice),
    reset: () => this.reset(),
    enlarge: (size, sizing) => {
      this.fallback.beforeSuggestedSize(sizing);
      this.load({ size });
    },
    comparisonsChanged: (comparisons) => this.panel.call((panel) => panel.offer(comparisons)),
    parametersSwitched: (parameters) => {
      this.panel.call((panel) => panel.setParameters(parameters));
      const { mode } = parameters;
      if (mode) this.controls.call((controls) => controls.showMode(mode));
    },
  });
  readonly chart = this.watch.chart;
  /** The panel; public for tests. It comes after the first frame, because that frame doesn't need the panel's code. */
  readonly panel = new LatePart<Panel>(async () => {
    const part = await onDemand('The panel', import('../panel/panel.ts'), (text) => this.messages.tell(text));
    return part && new part.Panel(this, this.viewOptions);
  });
  /** Adapts drawing to the machine. It comes after the first frame, too, and before the panel, which shows its choices; so does the recorder. */
  private readonly care = new LatePart<DrawingCare>(async () => {
    const tell = (text: string) => this.messages.tell(text);
    const part = await onDemand('What adapts drawing to this machine', import('./drawing-care.ts'), tell);
    const addNote = (text: string) => this.notices.addNote(text);
    const actions = { tell, addNote, viewOptionsChanged: () => this.viewOptionsChanged() };
    return part && new part.DrawingCare(this.viewOptions, actions);
  });
  /** The page's place for the notes of a first visit; undefined if a link has opened the page, which asks for something already. */
  private readonly notesHost = location.search ? undefined : byId('visit');
  /** The bar, the views, the help and the notes of a first visit come after the first frame, too. */
  private readonly controls = new LatePart<Controls>(async () => {
    const part = await onDemand('The bar', import('../controls/controls.ts'), (text) => this.messages.tell(text));
    const hosts = { bar: byId('bar'), help: byId('help'), views: byId('views'), notes: this.notesHost };
    return part && new part.Controls(hosts, this, this.viewOptions);
  });
  /** The gallery, which is fetched when it is first opened. */
  private readonly gallery = new LatePart<Gallery>(async () => {
    const part = await onDemand('The gallery', import('../gallery/gallery.ts'), (text) => this.messages.tell(text));
    return part && new part.Gallery(byId('gallery'), this.runtime, (choice) => this.load(choice));
  });
  /** The timeline keeps frames from when its code is there. */
  private readonly timeline = new LatePart<Timeline>(async () => {
    const part = await onDemand('The timeline', import('../timeline/timeline.ts'), (text) => this.messages.tell(text));
    return part && new part.Timeline(byId('timeline'), this.runtime.budget.memory, this);
  });
  private readonly keys: Keys;
  private readonly address: Address;
  private readonly linkedView: LinkedView;
  private readonly loader: Loader;
  private readonly switcher: SceneSwitcher;
  private readonly fallback: Fallback;
  private readonly hungFrameTimeout = new HungFrameTimeout(() => this.running?.abandon());

  constructor(
    private readonly runtime: Runtime,
    link: LinkRequest,
  ) {
    milestone('scripts');
    this.playback = new Playback(link.paused === true);
    this.viewOptions = defaultViewOptions(runtime.drawing);
    this.linkedView = new LinkedView(this.viewOptions, link);
    this.loader = new Loader(runtime, link.workers ?? runtime.workers, this.messages, this.watch.speed, (...words) =>
      this.watch.announce(...words),
    );
    this.switcher = new SceneSwitcher(runtime, this.loader, this.viewOptions);
    const { settings, complaints } = settingsFrom(link, runtime.backends);
    this.settings = settings;
    this.address = new Address(runtime.backends[0]!, link.scene, () => this.linked());
    addEventListener('popstate', () => this.openLink(readLink(location.search)));
    this.chart.isShown = link.chart === true;
    this.notices = new Notices([...aboutTheLink([...link.complaints, ...complaints])], [...runtime.notes]);
    this.fallback = new Fallback(runtime, this.viewOptions, (text) => this.notices.add(text));
    this.keys = pageKeys(this, () => this.page2d, this.exploreMode, this.gallery, this.controls, this.timeline);
    listenToKeys(this.keys);
  }

  /** The scene that runs; undefined before the first start, after a failed start and on the 2D page. */
  get running(): RunningScene | undefined {
    return this.switcher.running;
  }

  /** The page of the paper's 2D figures, if it is shown instead of a scene. */
  get page2d(): Page2d | undefined {
    return this.switcher.page2d;
  }

  /** The recorder; undefined until its code is there. */
  get recording(): RecordMode | undefined {
    return this.recorder.now;
  }

  /** The choice of a smooth skin; undefined until its code is there. */
  get smoothing(): Smoothing | undefined {
    return this.care.now?.smoothing;
  }

  /** The session that runs; in a comparison the left one. */
  get session(): Session | undefined {
    return this.running?.session;
  }

  /** Frames shown since the scene started. */
  get frames(): number {
    return this.running?.frames ?? 0;
  }

  /** Runs until the page closes. An error stops the scene, never the page. */
  async run(): Promise<never> {
    for (;;) {
      try {
        if (this.isStartRequested) await this.start();
        else await this.nextFrame();
      } catch (error) {
        await this.stop(error);
      }
    }
  }

  /** Starts the scene that the settings name. It replaces the running scene. */
  private async start(): Promise<void> {
    this.isStartRequested = false;
    this.hungFrameTimeout.end();
    this.exploreMode.leave();
    this.fallback.beforeStart(this.settings);
    setState('starting');
    setTitle(this.settings.scene);
    try {
      const view = await this.linkedView.take((text) => this.notices.add(text));
      const old = this.session;
      const loaded = await this.switcher.start(this.settings, view, () => this.followAddress());
      this.previous = undefined;
      if (loaded) this.afterStart(loaded, old);
      else this.afterStart2d();
    } catch (error) {
      if (error instanceof NotStarted) this.goBack(error.message);
      else if (!this.tryFallback(error)) throw error;
    }
  }

  /** @param old the session that ran before */
  private afterStart(
    { halves: [{ scene, build, parameters }], isNew, sizing }: Loaded,
    old: Session | undefined,
  ): void {
    const running = this.running!;
    this.timeline.now?.clear();
    running.onDeviceLost((reason) => this.restartOnNewDevice(running, reason));
    running.onCameraMoved(() => this.followAddress());
    this.recording?.stop((text) => this.notices.add(text));
    const { withoutSimd } = running.session.opened.backend.pool;
    if (withoutSimd) this.notices.addNote(slowMaterial(withoutSimd));
    // `care` comes too late for the first notices.
    if (running.first.view.isSoftware) this.notices.addNote(IN_SOFTWARE);
    this.care.call((care) => care.begin(running));
    void this.fetchOverlays();
    this.showPanel(running.session);
    const notes = [...(isNew ? build.notes : []), ...(old && scene !== old.scene ? changedMode(old, parameters) : [])];
    const showNotices = () => this.notices.tell(this.messages, isNew ? scene.title : undefined, notes);
    this.watch.begin(running.session, sizing, showNotices);
  }

  private afterStart2d(): void {
    this.timeline.now?.clear();
    this.panel.call((panel) => panel.show2d());
    setState('running');
    this.messages.hide();
    this.followAddress();
  }

  private showPanel(session: Session): void {
    const { scene, size } = session;
    const { backend, parameters, compare } = this.settings;
    const comparisons = this.watch.comparisonsOf(session);
    const isOn = this.recording?.isOn === true;
    this.panel.call((panel) => {
      panel.show({ scene, size, backend, backends: this.runtime.backends, parameters, compare, comparisons });
      panel.showRecording(isOn);
    });
    this.followAddress();
  }

  /** Goes back to the previous scene after a start that was cancelled or refused. */
  private goBack(reason: string): void {
    // If another start was requested meanwhile, the page shows the scene of that start, not the previous scene.
    if (this.isStartRequested) return;
    const isThere = this.running !== undefined || this.page2d !== undefined;
    // The previous scene is closed when the new one has begun to start.
    const startsAgain = this.running?.isAbandoned === true || (!isThere && this.previous !== undefined);
    const sequel = isThere || startsAgain ? ` The previous scene ${startsAgain ? 'starts again' : 'goes on'}.` : '';
    if (this.previous) ({ settings: this.settings, isPaused: this.playback.isPaused } = this.previous);
    this.previous = undefined;
    this.isStartRequested = startsAgain;
    setTitle(this.settings.scene);
    this.watch.withdraw();
    setState(this.playback.isPaused ? 'paused' : 'running');
    this.panel.call((panel) => panel.forget());
    if (this.running) this.showPanel(this.running.session);
    else if (this.page2d) this.panel.call((panel) => panel.show2d());
    else if (!startsAgain) this.openGallery();
    // The notices of a scene that starts again would replace a message at once.
    if (startsAgain) this.notices.add(`${reason}${sequel}`);
    else this.messages.tell(`${reason}${sequel}`);
  }

  private restartOnNewDevice(running: RunningScene, reason: string): void {
    if (this.running !== running || this.isStartRequested) return;
    if (
      running.frames === 0 &&
      !running.wasShownPaused &&
      this.tryFallback(new DrawingError(`device lost: ${reason || 'no reason given'}`))
    )
      return;
    this.notices.add(deviceLost(reason));
    this.reset();
  }

  /**
   * Requests a start with another backend, renderer or size, after a failure before the first frame.
   * @returns false if there is nothing else to try
   */
  private tryFallback(error: unknown): boolean {
    const next =
      this.switcher.hasLoaded || error instanceof GpuRefusal
        ? this.fallback.settingsAfter(error, this.settings)
        : undefined;
    if (!next) return false;
    if (next.backend !== this.settings.backend) this.address.defaultBackend = next.backend;
    this.settings = next;
    this.watch.dropSizing();
    this.isStartRequested = true;
    return true;
  }

  private async nextFrame(): Promise<void> {
    const { running } = this;
    let row: FrameRow | undefined;
    if (running) {
      await this.exploreMode.enterIfRequested(running.first, () => this.standStill());
      if (this.explore) await this.explore.update();
      else if (!this.gallery.now?.isOpen && this.playback.isMoving) {
        setState('running');
        row = await this.watch.frame(running, this.playback.nextSteps());
        await this.timeline.now?.keep(running);
      } else {
        if (!isState('stopped')) setState('paused');
        this.watch.rest();
        this.timeline.now?.tick(running);
        const hasDrawn = await running.drawIfChanged();
        this.care.now?.rest(hasDrawn);
        running.wasShownPaused = true;
      }
    }
    const drawn = performance.now();
    await nextPaint();
    if (row) this.care.now?.add(row, performance.now() - drawn);
    if (this.frames > 0) milestone('shown');
    void Promise.all([this.care.fetch(), this.recorder.fetch()]).then(() => this.panel.fetch());
    void this.controls.fetch();
    void this.timeline.fetch();
    void running?.fetchHand({ isPaused: () => !this.playback.isMoving, say: (text) => this.messages.say(text) });
  }

  /**
   * Stops the scene and shows the error; the recording is kept. If another start is already requested, as after the loss of a device,
   * that start follows instead. An error before the first frame leads to a fallback, if there is one.
   */
  private async stop(error: unknown): Promise<void> {
    if (!(error instanceof BrokenStateError)) await lossReportDelay();
    if (this.isStartRequested || (this.running?.frames === 0 && this.tryFallback(error))) return;
    if (!(error instanceof BrokenStateError)) console.error(error);
    this.playback.stop();
    setState('stopped');
    this.messages.ask(failureInWords(error, this.notices.unshown), 'Restart', () => this.reset());
  }

  setParameters(changed: Partial<SimulationParameters>, kept = changed): void {
    this.watch.stopSizing();
    this.running?.setParameters(changed);
    Object.assign(this.settings.parameters, kept);
    // The running scene has changed too. If the start of another scene is cancelled, the restored settings must contain this change.
    if (this.running && this.previous) Object.assign(this.previous.settings.parameters, kept);
    else if (this.session && changesComparisons(changed)) {
      const comparisons = this.watch.comparisonsOf(this.session);
      this.panel.call((panel) => panel.offer(comparisons));
    }
    this.followAddress();
  }

  load(changed: SceneChoice): void {
    const choice = this.fallback.adjustedChoice(changed);
    // The history entry of the scene that is shown keeps its last state.
    this.address.write();
    // Links leave out the default backend. A fallback may have changed the default; a choice of a backend changes it back.
    if (choice.backend) this.address.defaultBackend = this.runtime.backends[0]!;
    this.startWith(withChoice(this.settings, choice), false);
  }

  /** Shows what a link says, without a reload of the page: the person went back or forward in the browser's history. */
  private openLink(link: LinkRequest): void {
    const { settings, complaints } = settingsFrom(link, this.runtime.backends);
    for (const notice of aboutTheLink([...link.complaints, ...complaints])) this.notices.add(notice);
    this.address.entered(link.scene);
    this.startWith(settings, link.paused === true);
    this.linkedView.request(link);
    this.chart.isShown = link.chart === true;
    this.panel.call((panel) => panel.forget());
  }

  /** Requests a start with other settings. If it is cancelled or refused, the page goes back to what it shows now. */
  private startWith(settings: Settings, isPaused: boolean): void {
    if (this.running || this.page2d)
      this.previous ??= { settings: copyOf(this.settings), isPaused: this.playback.isPaused };
    this.loader.cancel();
    this.gallery.now?.close();
    // The frame that is under way may take long to end.
    if (settings.scene !== this.settings.scene) this.watch.announce(titleOf(settings.scene), 'Loading …', '');
    this.settings = settings;
    this.requestStart(isPaused);
  }

  openGallery(): void {
    this.watch.stopSizing();
    this.messages.hide();
    this.gallery.call((gallery) => gallery.open(this.settings.backend));
    void this.gallery.fetch();
  }

  about(): void {
    if (this.session) this.messages.tell(aboutScene(this.session.scene));
  }

  reset(): void {
    // A paused scene stays paused, at its first frame. A stopped one goes on, since the person has asked for it.
    this.requestStart(this.playback.isPaused && !isState('stopped'));
  }

  private requestStart(isPaused: boolean): void {
    this.watch.dropSizing();
    this.playback.isPaused = isPaused;
    this.isStartRequested = true;
    this.hungFrameTimeout.begin();
  }

  cancelLoad(): void {
    this.loader.cancel('Cancelled.');
  }

  get explore(): Explore | undefined {
    return this.exploreMode.explore;
  }

  toggleExplore(): void {
    this.watch.stopSizing();
    if (!this.page2d && !isState('stopped')) this.exploreMode.toggle(this.running?.comparison);
  }

  /** Pauses the scene while paths are explored. @returns a function that lets the scene go on, unless it was paused before */
  private standStill(): () => void {
    const wasPaused = this.playback.isPaused;
    this.timeline.now?.leave();
    this.playback.isPaused = true;
    this.showExploring(true);
    setState('paused');
    this.messages.hide();
    return () => {
      this.playback.isPaused = wasPaused;
      this.running?.viewOptionsChanged();
      this.showExploring(false);
    };
  }

  private showExploring(isExploring: boolean): void {
    this.panel.call((panel) => {
      panel.isExploring = isExploring;
    });
  }

  togglePause(): void {
    this.watch.stopSizing();
    this.timeline.now?.leave();
    const wasExploring = this.exploreMode.leave();
    this.playback.isPaused = !wasExploring && !this.playback.isPaused;
    this.followAddress();
  }

  step(): void {
    this.watch.stopSizing();
    this.timeline.now?.leave();
    this.exploreMode.leave();
    this.playback.step();
    this.followAddress();
  }

  hideTip(): boolean {
    let wasShown = false;
    this.panel.call((panel) => {
      wasShown = panel.hideTip();
    });
    return wasShown;
  }

  pause(): void {
    this.watch.stopSizing();
    this.playback.stop();
    this.followAddress();
  }

  toggled(isOpen: boolean): void {
    if (isOpen) this.watch.stopSizing();
    this.controls.call((controls) => controls.showTimeline(isOpen));
  }

  private chartToggled(): void {
    this.panel.call((panel) => panel.chartToggled());
    this.followAddress();
  }

  private followAddress(): void {
    this.controls.call((controls) => controls.showMode(this.settings.parameters.mode));
    this.address.follow();
  }

  /** Returns what the address should hold; undefined during a start, and while paths are explored by another camera. */
  private linked(): Linked | undefined {
    const { settings, previous, explore, running, page2d } = this;
    if (previous || explore || !(running || page2d)) return undefined;
    const paused = this.playback.isPaused && !page2d && !isState('stopped');
    return { settings, view: { ...this.linkedView.shown(running, page2d), paused, chart: this.chart.isShown } };
  }

  /** Fetches what draws over the bodies when it is first chosen, in the panel or by a link. */
  private async fetchOverlays(): Promise<void> {
    const { viewOptions } = this;
    if (viewOptions.overlays || !Object.values(viewOptions.shown).includes(true)) return;
    const tell = (text: string) => this.messages.tell(text);
    const part = await onDemand('What is drawn over the bodies', import('../../render/overlays.ts'), tell);
    viewOptions.overlays = part?.Overlays;
    this.running?.viewOptionsChanged();
  }

  viewOptionsChanged(): void {
    void this.fetchOverlays();
    this.running?.viewOptionsChanged();
    this.followAddress();
  }

  say(text: string, seconds?: number): void {
    this.messages.say(text, seconds);
  }

  press(key: string): void {
    this.keys[key]?.(new KeyboardEvent('keydown', { key }));
  }
}
