import type { GUI } from 'lil-gui';
import { needsNewStart, type SimulationParameters } from '../../simulation/parameters.ts';
import { hasAir } from '../../simulation/world/world.ts';
import { changesComparisons } from './comparison.ts';
import { Address, type Linked } from '../link/address.ts';
import { aboutScene, Messages } from '../notices/messages.ts';
import type { ColourBy } from '../field/fields.ts';
import type { ExportRequest } from '../export/export-request.ts';
import type { Explore } from '../explore/explore.ts';
import { ExploreMode } from '../explore/explore-mode.ts';
import type { Page2d } from '../view-2d/page-2d.ts';
import { FrameLoop } from './frame-loop.ts';
import { FrameWatch } from './frame-watch.ts';
import type { PageParts } from './page-parts.ts';
import type { ControlActions } from '../controls/controls.ts';
import { type Keys, listenToKeys, pageKeys } from './keys.ts';
import { OWN_SCENE, type OwnDocument } from '../link/own-document.ts';
import { type LinkRequest, readLink } from '../link/links.ts';
import { LinkedView } from './linked-view.ts';
import { aboutTheLink, Notices } from '../notices/notices.ts';
import { noteOnDefaults } from '../notices/default-notes.ts';
import { byId, isState, milestone, setState } from './page.ts';
import type { EditSteps } from '../panel/change-bar.ts';
import type { Tooltip } from '../panel/tooltip.ts';
import type { Panel, PanelActions } from '../panel/panel.ts';
import type { DrawingCare } from './drawing-care.ts';
import { LateParts } from './late-parts.ts';
import { type LatePart, onDemand } from './on-demand.ts';
import type { RecordMode } from '../recording/record-mode.ts';
import type { Runtime } from './runtime.ts';
import type { Session } from './session.ts';
import { type ViewOptions, defaultViewOptions } from '../panel/view-options.ts';
import { Playback } from './playback.ts';
import type { RunningScene } from './running-scene.ts';
import { PageStarts } from './start-actions.ts';
import { Starter } from './starter.ts';
import type { TimelineActions } from '../timeline/timeline.ts';
import { type SceneChoice, type Settings, settingsFrom } from '../link/settings.ts';

/**
 * The page: the running scene, the panel, and everything around them. A scene has one half; in a comparison it has two, side by side.
 */
export class App implements PanelActions, ControlActions, TimelineActions, PageParts {
  readonly playback: Playback;
  readonly notices: Notices;
  readonly viewOptions: ViewOptions;
  readonly exploreMode = new ExploreMode({ card: byId('explore'), labels: byId('labels') }, (text) =>
    this.messages.say(text),
  );
  readonly messages = new Messages(byId('message'));
  readonly watch = new FrameWatch(this.messages, () => this.recording, {
    chartToggled: () => this.chartToggled(),
    load: (choice) => this.load(choice),
    reset: () => this.reset(),
    enlarge: (size, sizing) => {
      this.late.gallery.now?.close();
      this.starter.enlarge(size, sizing);
    },
    comparisonsChanged: (comparisons) => this.late.panel.call((panel) => panel.offer(comparisons)),
    parametersSwitched: (parameters) => {
      this.late.panel.call((panel) => panel.setParameters(parameters));
      const { mode } = parameters;
      if (mode) this.late.controls.call((controls) => controls.showMode(mode));
    },
  });
  readonly chart = this.watch.chart;
  readonly late: LateParts;
  private readonly keys: Keys;
  readonly address: Address;
  readonly linkedView: LinkedView;
  readonly starter: Starter;
  /** A link whose scene of one's own is being read, until it starts; the URL is already its own. */
  private opening: LinkRequest | undefined;

  constructor(
    readonly runtime: Runtime,
    link: LinkRequest,
    own: OwnDocument | string | undefined,
  ) {
    milestone('scripts');
    this.playback = new Playback(link.paused === true);
    this.viewOptions = defaultViewOptions(runtime.drawing);
    this.linkedView = new LinkedView(this.viewOptions, link);
    const { settings, complaints } = settingsFrom(link, runtime.backends, own);
    this.address = new Address(runtime.backends[0]!, link.scene, () => this.linked());
    addEventListener('popstate', () => this.openLink(readLink(location.search)));
    const notes = [...runtime.notes, ...(location.search ? noteOnDefaults(link.parameters) : [])];
    this.notices = new Notices([...aboutTheLink([...link.complaints, ...complaints])], notes);
    this.starter = new Starter(runtime, link.workers ?? runtime.workers, settings, this, new PageStarts(this));
    this.late = new LateParts(this, runtime, this.viewOptions, this.messages);
    this.keys = pageKeys(this, () => this.page2d, this.exploreMode, this.late);
    listenToKeys(this.keys);
    // Last, since it tells the other parts that the chart is open.
    this.chart.isShown = link.chart === true;
  }

  /** The scene that runs; undefined before the first start, after a failed start and on the 2D page. */
  get running(): RunningScene | undefined {
    return this.starter.running;
  }

  /** The page of the paper's 2D figures, if it is shown instead of a scene. */
  get page2d(): Page2d | undefined {
    return this.starter.page2d;
  }

  /** The panel; public for tests. */
  get panel(): LatePart<Panel> {
    return this.late.panel;
  }

  /** Whether no further frame is simulated. */
  get isPaused(): boolean {
    return !this.playback.isMoving;
  }

  /** The recorder; undefined until its code is there. */
  get recording(): RecordMode | undefined {
    return this.late.recorder.now;
  }

  /** Adapts drawing to the machine; undefined until its code is there. */
  get care(): DrawingCare | undefined {
    return this.late.care.now;
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
  run(): Promise<never> {
    return new FrameLoop(this).run();
  }

  setParameters(changed: Partial<SimulationParameters>, kept = changed): void {
    const goBack = (values: Partial<SimulationParameters>) => this.late.panel.call((panel) => panel.choose(values));
    const take = (held: Partial<SimulationParameters>) => this.running?.setParameters(held);
    // Until its code is there, the pool computes distances in the next step.
    const now = this.late.field.now?.hold(this.running, changed, take, goBack) ?? changed;
    this.watch.stopSizing();
    this.running?.setParameters(now);
    void this.tellOfParameters(changed);
    if (this.session && needsNewStart(changed)) this.starter.startWithParameters(kept);
    else this.starter.setParameters(kept);
    if (this.session && !this.starter.isUnderWay && changesComparisons(changed)) {
      const comparisons = this.watch.comparisonsOf(this.session);
      this.late.panel.call((panel) => panel.offer(comparisons));
    }
    this.followAddress();
  }

  /** Says what the chosen parameters can't do, or make slow. */
  private async tellOfParameters(changed: Partial<SimulationParameters>): Promise<void> {
    const { session } = this;
    if (!session) return;
    const { parameters } = session.simulator;
    const code = import('../notices/parameter-notes.ts');
    const part = await onDemand('What is said of parameters', code, (text) => this.messages.tell(text));
    // The person may have chosen another scene meanwhile.
    if (this.session === session) part?.tellOfChange(this.messages, session.opened.backend.world, parameters, changed);
  }

  load(changed: SceneChoice, isPaused = false): void {
    this.late.gallery.now?.close();
    this.opening = undefined;
    // The last request counts: choosing another scene ends the reading of files.
    if (changed.scene && !changed.own) this.late.own.now?.cancelReading();
    this.starter.load(changed, isPaused);
  }

  get settings(): Settings {
    return this.starter.settings;
  }

  openFiles(): void {
    this.late.files.call((open) => open());
  }

  openOwn(): void {
    this.late.inWorkshop((workshop) => void workshop.open());
  }

  get edits(): EditSteps | undefined {
    return this.settings.own && this.late.own.now;
  }

  fillOwn(folder: GUI, tooltip: Tooltip): void {
    this.late.inWorkshop((workshop) => workshop.fill(folder, tooltip));
  }

  /** Called when the scene of one's own was edited. */
  edited(): void {
    this.late.panel.now?.edited();
  }

  takeFiles(files: readonly File[]): void {
    this.watch.stopSizing();
    this.exploreMode.leave();
    this.late.inWorkshop((workshop) => void workshop.take(files));
  }

  /** Shows what a link says, without a reload of the page: the person went back or forward in the browser's history. */
  private async openLink(link: LinkRequest): Promise<void> {
    this.opening = link;
    this.address.entered(link.scene);
    this.late.own.now?.cancelReading();
    // What was edited here needn't be recalled, and is there even if the browser can't keep it.
    const edited = link.scene === OWN_SCENE && !location.hash ? this.late.own.now?.document : undefined;
    const own = edited ?? (await ownOf(link));
    // The person may have gone on meanwhile.
    if (this.opening !== link) return;
    this.opening = undefined;
    const { settings, complaints } = settingsFrom(link, this.runtime.backends, own);
    for (const notice of aboutTheLink([...link.complaints, ...complaints])) this.notices.add(notice);
    this.late.gallery.now?.close();
    this.starter.startWith(settings, link.paused === true);
    this.linkedView.request(link);
    this.chart.isShown = link.chart === true;
    this.late.panel.call((panel) => panel.forget());
  }

  openGallery(): void {
    this.watch.stopSizing();
    this.messages.hide();
    this.late.gallery.call((gallery) => gallery.open(this.starter.settings.backend));
    void this.late.gallery.fetch();
  }

  about(): void {
    if (this.session) this.messages.tell(aboutScene(this.session.scene));
  }

  reset(): void {
    this.starter.restart();
  }

  cancelProgress(): boolean {
    return this.messages.cancelProgress();
  }

  cancelLoad(): void {
    this.late.own.now?.cancelReading();
    this.late.untangler.now?.cancel();
    this.starter.cancel();
  }

  get explore(): Explore | undefined {
    return this.exploreMode.explore;
  }

  toggleExplore(): void {
    this.watch.stopSizing();
    if (!this.page2d && !isState('stopped')) this.exploreMode.toggle(this.running?.comparison);
  }

  /** Pauses the scene while paths are explored. @returns a function that lets the scene go on, unless it was paused before */
  standStill(): () => void {
    const wasPaused = this.playback.isPaused;
    this.late.timeline.now?.leave();
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
    this.late.panel.call((panel) => {
      panel.isExploring = isExploring;
    });
  }

  togglePause(): void {
    this.watch.stopSizing();
    this.late.timeline.now?.leave();
    const wasExploring = this.exploreMode.leave();
    this.playback.isPaused = !wasExploring && !this.playback.isPaused;
    this.followAddress();
  }

  step(): void {
    this.watch.stopSizing();
    this.late.timeline.now?.leave();
    this.exploreMode.leave();
    this.playback.step();
    this.followAddress();
  }

  get hasAir(): boolean {
    return this.session !== undefined && hasAir(this.session.world);
  }

  toggleAir(): void {
    this.viewOptions.showsAir = !this.viewOptions.showsAir;
    this.viewOptionsChanged();
    this.late.panel.call((panel) => panel.airToggled());
  }

  toggleFlat(): void {
    this.late.panel.call((panel) => panel.toggleFlat());
  }

  hideTip(): boolean {
    let wasShown = false;
    this.late.panel.call((panel) => {
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
    this.late.controls.call((controls) => controls.showTimeline(isOpen));
  }

  private chartToggled(): void {
    this.late.panel.call((panel) => panel.chartToggled());
    this.followAddress();
  }

  followAddress(): void {
    this.late.controls.call((controls) => controls.showMode(this.starter.settings.parameters.mode));
    this.address.follow();
  }

  /** Returns what the address should hold; undefined during a start, and while paths are explored by another camera. */
  private linked(): Linked | undefined {
    const { explore, running, page2d } = this;
    const { settings, isUnderWay } = this.starter;
    if (isUnderWay || explore || this.opening || !(running || page2d)) return undefined;
    const paused = this.playback.isPaused && !page2d && !isState('stopped');
    return { settings, view: { ...this.linkedView.shown(running, page2d), paused, chart: this.chart.isShown } };
  }

  viewOptionsChanged(): void {
    this.late.fetchChosen();
    this.running?.viewOptionsChanged();
    this.followAddress();
  }

  colourBy(choice: ColourBy | undefined): void {
    this.viewOptions.colourBy = choice;
    this.viewOptionsChanged();
    this.late.panel.call((panel) => panel.colourByChanged());
  }

  savePicture(): void {
    void this.late.savePicture();
  }

  get isLeaving(): boolean {
    return this.starter.isRequested;
  }

  get isRecording(): boolean {
    return this.recording?.isOn === true;
  }

  save(request: ExportRequest): void {
    this.late.exporter.call((exporter) => exporter.request(request));
    void this.late.exporter.fetch();
  }

  say(text: string, seconds?: number): void {
    this.messages.say(text, seconds);
  }

  press(key: string): void {
    this.keys[key]?.(new KeyboardEvent('keydown', { key }));
  }
}

/** Finds the scene of one's own that a link names, if it names one. @returns why it isn't there, if it isn't */
export async function ownOf(link: LinkRequest): Promise<OwnDocument | string | undefined> {
  if (link.scene !== OWN_SCENE) return undefined;
  return import('../own/recall.ts').then(
    ({ recallOwn }) => recallOwn(location.hash),
    () => 'its scene could not be fetched',
  );
}
