import { DrawingError } from '../../render/drawing.ts';
import type { Address } from '../link/address.ts';
import { copyOf, type SceneChoice, type Settings, withChoice } from '../link/settings.ts';
import { deviceLost, type Messages } from '../notices/messages.ts';
import type { Notices } from '../notices/notices.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Sizing } from '../sizing/sizing.ts';
import { Fallback, GpuRefusal } from './fallback.ts';
import type { FrameWatch } from './frame-watch.ts';
import type { LinkedView } from './linked-view.ts';
import { type Loaded, Loader } from './loader.ts';
import { isState, setState, setTitle, titleOf } from './page.ts';
import { HungFrameTimeout, type Playback } from './playback.ts';
import type { RunningScene } from './running-scene.ts';
import type { Runtime } from './runtime.ts';
import { SceneSwitcher } from './scene-switcher.ts';
import { NotStarted, type Session } from './session.ts';

/** Parts of the page that a start uses. */
export interface StartParts {
  readonly playback: Playback;
  readonly viewOptions: ViewOptions;
  readonly messages: Messages;
  readonly notices: Notices;
  readonly watch: FrameWatch;
  readonly linkedView: LinkedView;
  readonly address: Address;
}

/** Functions of the page that are called at a start. */
export interface StartActions {
  /** Called before a scene is loaded. */
  beforeStart(): void;
  /** Called when a scene has started. @param old the session that ran before */
  afterStart(loaded: Loaded, old: Session | undefined): void;
  /** Called when the page of 2D figures has replaced the scene. */
  afterStart2d(): void;
  /** Called after a start that was cancelled or refused, with the settings of the previous scene. @param startsAgain whether it has to start */
  afterRefusal(startsAgain: boolean): void;
  /** Called when the person has chosen a figure of the 2D page. */
  figureChosen(): void;
}

/** Starts the scene that the person's settings name. If a start fails or is refused, finds other settings, or goes back to the scene before. */
export class Starter {
  /** Whether a start is requested that has not begun. */
  isRequested = true;
  /**
   * Settings and pause before a choice whose scene has not started yet. They are restored if that start is cancelled or refused.
   * Undefined if no such start is under way.
   */
  private previous: { readonly settings: Settings; readonly isPaused: boolean } | undefined;
  private readonly loader: Loader;
  private readonly switcher: SceneSwitcher;
  private readonly fallback: Fallback;
  private readonly hungFrameTimeout = new HungFrameTimeout(() => this.running?.abandon());

  /**
   * @param workers requested number of workers
   * @param settings the person's settings; a choice replaces them, sliders change their parameters
   */
  constructor(
    private readonly runtime: Runtime,
    workers: number,
    public settings: Settings,
    private readonly parts: StartParts,
    private readonly actions: StartActions,
  ) {
    const { viewOptions, messages, notices, watch } = parts;
    this.loader = new Loader(runtime, workers, messages, watch.speed, (...words) => watch.announce(...words));
    this.switcher = new SceneSwitcher(runtime, this.loader, viewOptions);
    this.fallback = new Fallback(runtime, viewOptions, (text) => notices.add(text));
  }

  /** The scene that runs; undefined before the first start, after a failed start and on the 2D page. */
  get running(): RunningScene | undefined {
    return this.switcher.running;
  }

  /** The page of the paper's 2D figures, if it is shown instead of a scene. */
  get page2d(): SceneSwitcher['page2d'] {
    return this.switcher.page2d;
  }

  /** Whether a choice's scene has not started yet. */
  get isUnderWay(): boolean {
    return this.previous !== undefined;
  }

  /** Starts the scene that the settings name. It replaces the running scene. */
  async start(): Promise<void> {
    const { notices, linkedView } = this.parts;
    this.isRequested = false;
    this.hungFrameTimeout.end();
    this.actions.beforeStart();
    this.fallback.beforeStart(this.settings);
    setState('starting');
    setTitle(this.settings);
    try {
      const view = await linkedView.take((text) => notices.add(text));
      const old = this.running?.session;
      const { settings } = this;
      const loaded = await this.switcher.start(settings, view, () => this.actions.figureChosen());
      this.previous = settings.resume = undefined;
      linkedView.keep();
      if (loaded) this.afterStart(loaded, old);
      else this.actions.afterStart2d();
    } catch (error) {
      if (error instanceof NotStarted) this.goBack(error.message);
      else if (!this.tryFallback(error)) throw error;
    }
  }

  private afterStart(loaded: Loaded, old: Session | undefined): void {
    const running = this.running!;
    running.onDeviceLost((reason) => this.restartOnNewDevice(running, reason));
    this.actions.afterStart(loaded, old);
  }

  /** Goes back to the previous scene after a start that was cancelled or refused. */
  private goBack(reason: string): void {
    // If another start was requested meanwhile, the page shows the scene of that start, not the previous scene.
    if (this.isRequested) return;
    const { playback, watch, notices, messages } = this.parts;
    const isThere = this.running !== undefined || this.page2d !== undefined;
    // The previous scene is closed when the new one has begun to start.
    const startsAgain = this.running?.isAbandoned === true || (!isThere && this.previous !== undefined);
    const sequel = isThere || startsAgain ? ` The previous scene ${startsAgain ? 'starts again' : 'goes on'}.` : '';
    if (this.previous) ({ settings: this.settings, isPaused: playback.isPaused } = this.previous);
    this.previous = undefined;
    this.parts.linkedView.withdraw();
    this.isRequested = startsAgain;
    setTitle(this.settings);
    watch.withdraw();
    setState(playback.isPaused ? 'paused' : 'running');
    this.actions.afterRefusal(startsAgain);
    // The notices of a scene that starts again would replace a message at once.
    if (startsAgain) notices.add(`${reason}${sequel}`);
    else messages.tell(`${reason}${sequel}`);
  }

  private restartOnNewDevice(running: RunningScene, reason: string): void {
    if (this.running !== running || this.isRequested) return;
    if (
      running.frames === 0 &&
      !running.wasShownPaused &&
      this.tryFallback(new DrawingError(`device lost: ${reason || 'no reason given'}`))
    )
      return;
    this.parts.notices.add(deviceLost(reason));
    this.restart();
  }

  /**
   * Requests a start with another backend, renderer or size, after a failure before the first frame.
   * @returns false if there is nothing else to try
   */
  tryFallback(error: unknown): boolean {
    const next =
      this.switcher.hasLoaded || error instanceof GpuRefusal
        ? this.fallback.settingsAfter(error, this.settings)
        : undefined;
    if (!next) return false;
    if (next.backend !== this.settings.backend) this.parts.address.defaultBackend = next.backend;
    this.settings = next;
    this.parts.watch.dropSizing();
    this.isRequested = true;
    return true;
  }

  /** Requests a start with the person's choice. @param isPaused whether the scene then stands at its start */
  load(changed: SceneChoice, isPaused = false): void {
    const { address } = this.parts;
    const choice = this.fallback.adjustedChoice(changed);
    // The history entry of the scene that is shown keeps its last state.
    address.write();
    // Links leave out the default backend. A fallback may have changed the default; a choice of a backend changes it back.
    if (choice.backend) address.defaultBackend = this.runtime.backends[0]!;
    this.startWith(withChoice(this.settings, choice), isPaused);
  }

  /** Requests a start at a size that the sizing has suggested. */
  enlarge(size: number, sizing: Sizing): void {
    this.fallback.beforeSuggestedSize(sizing);
    this.load({ size });
  }

  /** Requests a start with other settings. If it is cancelled or refused, the page goes back to what it shows now. */
  startWith(settings: Settings, isPaused: boolean): void {
    const { playback, watch } = this.parts;
    if (this.running || this.page2d) this.previous ??= { settings: copyOf(this.settings), isPaused: playback.isPaused };
    this.loader.cancel();
    // The frame that is under way may take long to end.
    if (settings.scene !== this.settings.scene) watch.announce(titleOf(settings), 'Loading …', '');
    this.settings = settings;
    this.request(isPaused);
  }

  /** Requests a start of the same scene. A paused scene stays paused; a stopped one goes on, since the person has asked for it. */
  restart(): void {
    this.request(this.parts.playback.isPaused && !isState('stopped'));
  }

  private request(isPaused: boolean): void {
    this.parts.watch.dropSizing();
    this.parts.playback.isPaused = isPaused;
    this.isRequested = true;
    this.hungFrameTimeout.begin();
  }

  /** Cancels the loading of a scene, if one is loading. */
  cancel(): void {
    this.loader.cancel('Cancelled.');
  }

  /** Requests a start of the same scene with other parameters. If it is refused, the page goes back to those of now. */
  startWithParameters(changed: Partial<SimulationParameters>): void {
    const settings = copyOf(this.settings);
    Object.assign(settings.parameters, changed);
    this.startWith(settings, this.parts.playback.isPaused);
  }

  /** Changes parameters of the settings, also of those that are restored if the start under way is cancelled. */
  setParameters(changed: Partial<SimulationParameters>): void {
    Object.assign(this.settings.parameters, changed);
    // The running scene has changed too.
    if (this.running && this.previous) Object.assign(this.previous.settings.parameters, changed);
  }
}
