import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { RunningScene } from '../app/running-scene.ts';
import { FirstVisit } from '../notices/first-visit.ts';
import { createHelp, type Help } from '../notices/help.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import { CameraKeys } from './camera-keys.ts';
import { Bar, type BarActions } from './bar.ts';

/** Directions of view, from the bodies to the camera. From the front and the side the camera is a little above the ground. */
const DIRECTIONS = {
  front: [0, 0.05, 1],
  side: [1, 0.05, 0],
  top: [0, 1, 0.001],
} as const;

/** A view of all bodies: from one of the directions, or as the camera looks now. */
export type ViewName = keyof typeof DIRECTIONS | 'fit';

/** Time that the way back to the interface is shown [s]. */
const HINT_SECONDS = 5;
const HIDDEN_NOTICE = 'The interface is hidden. Press u or Esc to see it again.';
const HIDDEN_NOTICE_TOUCH = 'The interface is hidden. Tap the eye in the corner to see it again.';
const FULLSCREEN_REFUSED = 'This browser doesn’t show the page on the whole screen here.';

/** The page, as far as the controls act on it. */
export interface ControlActions extends BarActions {
  readonly running: RunningScene | undefined;
  /** Shows a short message. @param seconds time that it stays */
  say(text: string, seconds?: number): void;
}

/** Elements of the page that the controls fill. */
export interface ControlHosts {
  readonly bar: HTMLElement;
  readonly help: HTMLElement;
  readonly views: HTMLElement;
  /** Place for the notes of a first visit; undefined if there shall be none. */
  readonly notes: HTMLElement | undefined;
}

/** Whether the person points with fingers. */
const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Controls beside the panel: a bar, views of the scene, the whole screen, the camera by keys, the help, and the notes of a first visit. */
export class Controls {
  readonly help: Help;
  readonly firstVisit: FirstVisit | undefined;
  private readonly bar: Bar;

  constructor(
    hosts: ControlHosts,
    private readonly page: ControlActions,
    private readonly viewOptions: ViewOptions,
  ) {
    this.help = createHelp(hosts.help);
    this.firstVisit = hosts.notes && new FirstVisit(hosts.notes);
    this.bar = new Bar(hosts.bar, page);
    new CameraKeys(
      hosts.views,
      (canvas) => page.running?.halves.find(({ view }) => view.canvas === canvas)?.view.travel,
    );
    document.addEventListener('fullscreenchange', () => this.bar.press('f', document.fullscreenElement !== null));
  }

  /** Flies to a view of all bodies. The camera then follows the bodies. */
  show(name: ViewName): void {
    this.page.running?.show(name === 'fit' ? undefined : DIRECTIONS[name]);
  }

  /** Lets the camera turn slowly around the bodies, or ends that. */
  toggleTurn(): void {
    const { viewOptions } = this;
    viewOptions.turns = !viewOptions.turns;
    this.bar.press('o', viewOptions.turns);
  }

  async toggleFullscreen(): Promise<void> {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      this.page.say(FULLSCREEN_REFUSED);
    }
  }

  /** Whether everything except the scene is hidden. */
  get isInterfaceHidden(): boolean {
    return document.body.dataset.bare !== undefined;
  }

  /** Hides everything except the scene, and says for a short time how to see it again; or shows it again. */
  toggleInterface(): void {
    const isHidden = document.body.toggleAttribute('data-bare');
    this.bar.press('u', isHidden);
    if (isHidden) this.page.say(isTouched() ? HIDDEN_NOTICE_TOUCH : HIDDEN_NOTICE, HINT_SECONDS);
  }

  /** Shows in the bar whether the timeline is open. */
  showTimeline(isOpen: boolean): void {
    this.bar.press('t', isOpen);
    // The unfolded bar would cover the timeline on small screens.
    if (isOpen) this.bar.fold();
  }

  /** Shows the collision mode in the bar. */
  showMode(mode: SimulationParameters['mode']): void {
    this.bar.mode = mode;
  }
}
