import { NOTHING_DRAWS } from '../../render/drawing.ts';
import type { Scene } from '../../scenes/scene.ts';
import { BrokenStateError } from '../../simulation/simulator.ts';

/** How fast people read [words a second], and the least that a message stays [s]. */
const WORDS_A_SECOND = 3;
const LEAST_SECONDS = 8;

/** Its figure in the paper, and what to look for; its title stands above the figures. */
export const aboutScene = ({ figure, description }: Scene): string =>
  figure === undefined ? description : `Figure ${figure}. ${description}`;

export const deviceLost = (reason: string): string =>
  `The graphics device was lost (${reason || 'no reason given'}): the scene started again on a new one.`;

/** @param notices what hasn't been said yet and may explain it */
export function failureInWords(error: unknown, notices: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof BrokenStateError) return `The simulation broke. ${message}`;
  if (message === NOTHING_DRAWS) return message;
  return `Something failed: ${message}${notices.length > 0 ? ` (${notices.join(' ')})` : ''}`;
}

/** How long a text stays [s]. */
export const readingTime = (text: string): number => LEAST_SECONDS + text.split(/\s+/).length / WORDS_A_SECOND;

/** What a message is made of; each part a line or more, the later ones the less pressing. */
export interface Message {
  readonly text: string;
  /** Small screens have no room for it. */
  readonly hint?: string;
  /** In small type. */
  readonly notes?: string;
}

/** The line at the bottom of the page: progress, notices and errors, in words. */
export class Messages {
  private hideLater: ReturnType<typeof setTimeout> | undefined;
  private bar: HTMLProgressElement | undefined;

  constructor(private readonly element: HTMLElement) {
    // What asks nothing goes with a click.
    element.addEventListener('click', () => element.querySelector('button:not(.close)') || this.hide());
  }

  /** Says something for a while. */
  say(message: string | Message, seconds = 6): void {
    const { text, hint, notes }: Message = typeof message === 'string' ? { text: message } : message;
    this.show(text);
    this.append('span', 'hint', hint && `\n${hint}`);
    this.append('small', 'notes', notes);
    this.append('button', 'close', '×');
    this.element.querySelector('.close')!.ariaLabel = 'close';
    this.hideLater = setTimeout(() => this.hide(), 1000 * seconds);
  }

  /** Says something for as long as one reads it. @param text nothing takes what is said away */
  tell(text: string): void {
    if (text) this.say(text, readingTime(text));
    else this.hide();
  }

  /** Says something that stays until it is answered. */
  ask(text: string, answer: string, then: () => void): void {
    this.show(text);
    const button = document.createElement('button');
    button.textContent = answer;
    button.onclick = () => {
      this.hide();
      then();
    };
    this.element.append(button);
  }

  /** What goes on, how far it is, and a button that ends it. @param fraction 0 to 1 */
  progress(text: string, fraction: number, cancel: () => void): void {
    // The same button stays from one call to the next: else a click would be lost between them.
    if (!this.bar?.isConnected || this.element.hidden) {
      this.show('');
      this.bar = document.createElement('progress');
      const button = document.createElement('button');
      button.textContent = 'cancel';
      button.title = 'Esc';
      this.element.append(document.createElement('span'), this.bar, button);
    }
    this.element.querySelector('span')!.textContent = text;
    this.element.querySelector('button')!.onclick = cancel;
    this.bar.value = fraction;
  }

  hide(): void {
    clearTimeout(this.hideLater);
    this.element.hidden = true;
  }

  private append(tag: string, name: string, text: string | undefined): void {
    if (!text) return;
    const part = document.createElement(tag);
    part.className = name;
    part.textContent = text;
    this.element.append(part);
  }

  private show(text: string): void {
    clearTimeout(this.hideLater);
    this.element.hidden = false;
    this.element.textContent = text;
  }
}

/** The scenes' notes are phrases. */
export const sentence = (phrase: string): string => `${phrase[0].toUpperCase()}${phrase.slice(1)}.`;
