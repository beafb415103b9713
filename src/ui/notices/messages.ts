import { NOTHING_DRAWS } from '../../render/drawing.ts';
import type { Scene } from '../../scenes/scene.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { BrokenStateError } from '../../simulation/simulator.ts';
import type { Session } from '../app/session.ts';
import { bounded } from './bounded.ts';

/** Reading speed [words per second]. */
const WORDS_PER_SECOND = 3;
/** Time that a message stays in addition to the time for reading its words [s]. */
const BASE_SECONDS = 8;

/** Longest folded text [characters]: a link that holds a scene fits. */
const LONGEST_DETAILS = 10_000;

/** Returns a scene's figure in the paper and its description. The title is left out, because the readouts show it. */
export const aboutScene = ({ figure, description }: Scene): string =>
  figure === undefined ? description : `Figure ${figure}. ${description}`;

/** Note for a software renderer; Smoothing (ui/app) keeps the skin plain there. */
export const IN_SOFTWARE =
  'This browser draws in software, so the skin is drawn plain (‘Smooth skin’ in the panel changes that).';

export const deviceLost = (reason: string): string =>
  `The graphics device was lost (${reason || 'no reason given'}): the scene started again on a new one.`;

/** @param reason why the material is solved without SIMD (Pool.withoutSimd) */
export const slowMaterial = (reason: string): string =>
  `The material takes about 1.7 times as long as it could, since ${reason}.`;

/** Collision modes in words, as they follow 'collisions: '. */
const MODES_IN_WORDS: Readonly<Record<SimulationParameters['mode'], string>> = {
  off: 'none',
  ccd: 'continuous (CCD)',
  dcd: 'discrete (DCD)',
  hybrid: 'continuous and discrete (hybrid)',
};

/**
 * Names the change of the collision mode from one scene to the next, or that the person's choice stays although the next scene has
 * another mode of its own. A note of the next scene.
 * @param own the next scene's own mode
 */
export function changedMode(
  { simulator }: Session,
  { mode }: SimulationParameters,
  own: SimulationParameters['mode'],
): readonly string[] {
  const before = simulator.parameters.mode;
  if (mode !== before)
    return [
      `this scene has its own mode of collisions: ${MODES_IN_WORDS[mode]}; before it was ${MODES_IN_WORDS[before]}`,
    ];
  if (mode !== own)
    return [`collisions stay as you chose them: ${MODES_IN_WORDS[mode]}; this scene’s own are ${MODES_IN_WORDS[own]}`];
  return [];
}

/** Puts an error into words. @param notices notices that were not shown yet; they may explain the error */
export function failureInWords(error: unknown, notices: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof BrokenStateError)
    return `The simulation ${error.exit && !error.exit.isJump ? 'ended' : 'broke'}. ${message}.`;
  if (message === NOTHING_DRAWS) return message;
  return `Something failed: ${message}${notices.length > 0 ? ` (${notices.join(' ')})` : ''}`;
}

/** Returns the time that a text stays on the page [s]. */
export const readingTime = (text: string): number =>
  BASE_SECONDS + bounded(text).split(/\s+/).length / WORDS_PER_SECOND;

/** The parts of a message, the most important first. Each part begins a new line. */
export interface Message {
  readonly text: string;
  /** Left out on small screens. */
  readonly hint?: string;
  /** Shown in small type. */
  readonly notes?: string;
  /** Folded; shown if the person unfolds it. */
  readonly details?: string;
}

/** A button of a message. Pressing it hides the message. */
export interface Answer {
  readonly label: string;
  readonly act: () => void;
}

/** The box at the bottom of the page for progress, notices and errors. */
export class Messages {
  private hideLater: ReturnType<typeof setTimeout> | undefined;
  private bar: HTMLProgressElement | undefined;
  /** Answers the question that is shown by no; undefined if none is shown. */
  private withdrawQuestion: (() => void) | undefined;

  constructor(private readonly element: HTMLElement) {
    // A click hides a message, unless the message has a button to answer it or to cancel, or the click unfolds its details.
    element.addEventListener('click', ({ target }) => {
      const isOnDetails = (target as Element).closest('details') !== null;
      if (!isOnDetails && !this.isAsking) this.hide();
    });
  }

  /** Shows a message for a while. */
  say(message: string | Message, seconds = 6): void {
    const { text, hint, notes, details }: Message = typeof message === 'string' ? { text: message } : message;
    this.show(text);
    this.append('span', 'hint', hint && `\n${hint}`);
    this.append('small', 'notes', notes);
    if (details) this.appendDetails(details);
    this.appendClose();
    this.element.toggleAttribute('data-brief', seconds < BASE_SECONDS);
    this.hideLater = setTimeout(() => this.hide(), 1000 * seconds);
  }

  /** Shows a text for its reading time. @param text an empty text hides the current message */
  tell(text: string): void {
    if (text) this.say(text, readingTime(text));
    else this.hide();
  }

  /** Shows a message with folded details for the reading time of its text. */
  explain(message: Pick<Message, 'text' | 'details'>): void {
    this.say(message, readingTime(message.text));
  }

  /** Shows a message that stays until its button is pressed. */
  ask(text: string, label: string, act: () => void): void {
    this.show(text);
    this.element.append(this.answer({ label, act }));
  }

  /**
   * Offers what one may do next. The offer stays until a button is pressed, it is closed, or another message takes its place.
   * @returns a function that hides the offer if it is still shown
   */
  offer(text: string, answers: readonly Answer[]): () => void {
    this.show(text);
    this.appendAnswers(answers);
    const close = this.appendClose();
    const withdraw = () => {
      // Another message would have removed the button.
      if (close.isConnected) this.hide();
    };
    close.onclick = withdraw;
    return withdraw;
  }

  /** Whether a message is shown that has a button to answer it or to cancel. */
  get isAsking(): boolean {
    return !this.element.hidden && this.element.querySelector('button:not(.close)') !== null;
  }

  /**
   * Asks a question that a button answers.
   * @returns whether the answer is yes; false if the signal aborts before, or if another message takes the question's place
   */
  async confirm(text: string, yes: string, no: string, signal: AbortSignal): Promise<boolean> {
    this.show(text);
    const answer = await new Promise<boolean>((resolve) => {
      this.withdrawQuestion = () => resolve(false);
      this.appendAnswers([
        { label: yes, act: () => resolve(true) },
        { label: no, act: () => resolve(false) },
      ]);
      // By keyboard it can be answered at once, unless the person is about something else.
      if (document.activeElement === document.body) this.element.querySelector('button')?.focus();
      signal.addEventListener('abort', () => resolve(false), { once: true });
    });
    if (this.withdrawQuestion) this.hide();
    return answer;
  }

  /** Shows the progress of some work, with a button that cancels it. @param fraction 0 to 1 */
  progress(text: string, fraction: number, cancel: () => void): void {
    // All calls use the same button. A new button per call would lose a click that is pressed before a call and released after it.
    if (!this.bar?.isConnected || this.element.hidden) {
      this.show('');
      this.bar = document.createElement('progress');
      const button = document.createElement('button');
      button.textContent = 'cancel';
      button.title = 'Esc';
      this.element.append(document.createElement('span'), this.bar, button);
    }
    this.element.querySelector('span')!.textContent = bounded(text);
    this.element.querySelector('button')!.onclick = cancel;
    this.bar.value = fraction;
  }

  /** Presses the button that cancels the work whose progress is shown. @returns false if none is shown */
  cancelProgress(): boolean {
    if (!this.bar?.isConnected || this.element.hidden) return false;
    this.element.querySelector('button')!.click();
    return true;
  }

  hide(): void {
    this.withdrawQuestion?.();
    this.withdrawQuestion = undefined;
    clearTimeout(this.hideLater);
    this.element.hidden = true;
  }

  private appendDetails(text: string): void {
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = 'Details';
    details.append(summary, bounded(text, LONGEST_DETAILS));
    // Unfolded details stay, so that they can be read without haste.
    details.addEventListener('toggle', () => clearTimeout(this.hideLater));
    this.element.append(details);
  }

  private appendAnswers(answers: readonly Answer[]): void {
    const row = document.createElement('div');
    row.className = 'answers';
    row.append(...answers.map((answer) => this.answer(answer)));
    this.element.append(row);
  }

  private answer({ label, act }: Answer): HTMLElement {
    const button = document.createElement('button');
    button.textContent = label;
    button.onclick = (event) => {
      // The box hides what is shown when it is clicked, which may be the next message.
      event.stopPropagation();
      this.withdrawQuestion = undefined;
      this.hide();
      act();
    };
    return button;
  }

  private appendClose(): HTMLElement {
    const button = document.createElement('button');
    button.className = 'close';
    button.textContent = '×';
    button.ariaLabel = 'close';
    this.element.append(button);
    return button;
  }

  private append(tag: string, name: string, text: string | undefined): void {
    if (!text) return;
    const part = document.createElement(tag);
    part.className = name;
    part.textContent = bounded(text);
    this.element.append(part);
  }

  private show(text: string): void {
    this.withdrawQuestion?.();
    this.withdrawQuestion = undefined;
    clearTimeout(this.hideLater);
    this.element.hidden = false;
    this.element.removeAttribute('data-brief');
    this.element.textContent = bounded(text);
  }
}

/** Turns a phrase, such as a scene's note, into a sentence: capital letter, full stop. */
export const sentence = (phrase: string): string => `${phrase[0].toUpperCase()}${phrase.slice(1)}.`;
