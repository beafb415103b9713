import { iconMarkup } from '../controls/icons.ts';
import type { KeptFrame } from './kept-frames.ts';

/** Speeds at which kept frames are played, in simulated seconds per second. */
const SPEEDS: readonly (readonly [speed: number, name: string])[] = [
  [1, 'Real speed'],
  [1 / 2, '½ speed'],
  [1 / 4, '¼ speed'],
  [1 / 10, '⅒ speed'],
];

/** Contents of the card. */
export interface TimelineContent {
  /** Number of kept frames. */
  readonly count: number;
  /** Index of the chosen frame, 0 for the oldest. */
  readonly index: number;
  /** The chosen frame; undefined if none is kept. */
  readonly frame: KeptFrame | undefined;
  /** Whether an earlier state is shown instead of the newest. */
  readonly isPast: boolean;
  readonly isPlaying: boolean;
  /** A sentence on how much is kept. */
  readonly memory: string;
}

/** Functions that the card's controls call. */
export interface TimelineCardActions {
  /** Shows a kept frame. @param index 0 for the oldest */
  moveTo(index: number): void;
  togglePlaying(): void;
  /** @param speed simulated seconds per second */
  setSpeed(speed: number): void;
  setLoops(loops: boolean): void;
  backToNow(): void;
  close(): void;
}

const CARD = `
  <div class="row">
    <button class="play"></button>
    <input type="range" min="0" step="1" aria-label="Kept frames, oldest to newest" />
    <output></output>
  </div>
  <div class="row">
    <select aria-label="Speed">${SPEEDS.map(([speed, name]) => `<option value="${speed}">${name}</option>`).join('')}</select>
    <button class="loop" aria-pressed="false" aria-label="Play again and again" title="Play again and again">${iconMarkup('loop')}</button>
    <button class="now" title="Show the newest state again; space resumes from there">Back to now</button>
    <small></small>
    <button class="close" aria-label="Close the timeline" title="Close the timeline (t)">×</button>
  </div>`;

/** The bar at the bottom of the page with which one moves through kept frames. */
export class TimelineCard {
  private readonly range: HTMLInputElement;
  private readonly play: HTMLButtonElement;
  /** Whether the play button shows Stop; undefined before the first `show`. */
  private showsStop: boolean | undefined;

  constructor(
    private readonly element: HTMLElement,
    actions: TimelineCardActions,
  ) {
    element.innerHTML = CARD;
    this.range = this.part('input');
    this.play = this.part('.play');
    const speed = this.part<HTMLSelectElement>('select');
    const loop = this.part('.loop');
    this.range.oninput = () => actions.moveTo(this.range.valueAsNumber);
    this.play.onclick = () => actions.togglePlaying();
    speed.onchange = () => actions.setSpeed(Number(speed.value));
    loop.onclick = () => {
      const loops = loop.ariaPressed !== 'true';
      loop.ariaPressed = String(loops);
      actions.setLoops(loops);
    };
    this.part('.now').onclick = () => actions.backToNow();
    this.part('.close').onclick = () => actions.close();
    // The height changes when the text gets another line.
    new ResizeObserver(() => document.body.style.setProperty('--timeline-height', `${element.offsetHeight}px`)).observe(
      element,
    );
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  set isOpen(isOpen: boolean) {
    this.element.hidden = !isOpen;
    // The style sheet moves messages, captions and the chart up meanwhile.
    document.body.toggleAttribute('data-timeline', isOpen);
  }

  show({ count, index, frame, isPast, isPlaying, memory }: TimelineContent): void {
    const { range } = this;
    const place = frame ? `${frame.time.toFixed(2)} s, frame ${frame.number}` : 'no frame yet';
    range.max = String(Math.max(0, count - 1));
    range.value = String(index);
    range.disabled = count === 0;
    range.setAttribute('aria-valuetext', place);
    this.part('output').textContent = place;
    this.part('small').textContent = memory;
    this.play.disabled = count === 0;
    this.part<HTMLButtonElement>('.now').disabled = !isPast;
    this.showPlaying(isPlaying);
  }

  private showPlaying(isPlaying: boolean): void {
    if (isPlaying === this.showsStop) return;
    this.showsStop = isPlaying;
    this.play.ariaLabel = this.play.title = isPlaying ? 'Stop playing' : 'Play the kept frames';
    this.play.innerHTML = iconMarkup(isPlaying ? 'pause' : 'resume');
  }

  private part<E extends HTMLElement>(selector: string): E {
    return this.element.querySelector<E>(selector)!;
  }
}
