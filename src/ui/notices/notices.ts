import { fewOf } from './bounded.ts';
import { type Messages, readingTime, sentence } from './messages.ts';

const INVITATION = 'Go on, pull one: drag a body. Drag beside it to look around.';
/** Left out on small screens, which have no keys. */
const KEYS_HINT = 'i: what to look for, g: all scenes, h: help.';
/** Time that the welcome stays [s]: short, because it covers part of the scene. */
const WELCOME_SECONDS = 10;

/** Collects notices for the person. Each is shown once, when a scene has started. */
export class Notices {
  /** Whether nothing was told yet. */
  private isFirst = true;
  /** All notes so far, shown or not. */
  private readonly known: Set<string>;

  /**
   * @param urgent notices about requests that were not carried out
   * @param notes limitations of this browser, shown in small type
   */
  constructor(
    private readonly urgent: string[],
    private readonly notes: string[],
  ) {
    this.known = new Set(notes);
  }

  add(text: string): void {
    if (!this.urgent.includes(text)) this.urgent.push(text);
  }

  /** Adds a note, unless the page has had the same note before. */
  addNote(text: string): void {
    if (!this.known.has(text)) this.notes.push(text);
    this.known.add(text);
  }

  /** All notices that were not shown yet. They may explain a failure. */
  get unshown(): readonly string[] {
    return [...this.urgent, ...this.notes];
  }

  /**
   * Shows the collected notices, or hides the current message if there are none.
   * The first ones invite to pull a body.
   * @param title title of the scene, if the scene is new to the person; left out beside urgent notices
   * @param notes phrases from the scene's build
   */
  tell(messages: Messages, title: string | undefined, notes: readonly string[]): void {
    const urgent = this.urgent.splice(0);
    // The readouts show the title too. Beside urgent notices it would only be more to read.
    const { isFirst } = this;
    this.isFirst = false;
    const welcome = isFirst ? [INVITATION] : title ? [`${title} (i: what to look for)`] : [];
    const text = (urgent.length > 0 ? urgent : welcome).join('\n');
    const small = [...this.notes.splice(0), ...notes.map(sentence)].join(' ');
    const hint = urgent.length > 0 ? `${INVITATION} ${KEYS_HINT}` : KEYS_HINT;
    const seconds = urgent.length > 0 ? readingTime(text) : WELCOME_SECONDS;
    if (text || small) messages.say({ text, ...(isFirst && { hint }), notes: small }, seconds);
    else messages.hide();
  }
}

/** Puts complaints about the page's link (its URL) into one notice. @returns no notice if there are no complaints */
export const aboutTheLink = (complaints: readonly string[]): readonly string[] => {
  if (complaints.length === 0) return [];
  if (complaints.length === 1) return [`In the link: ${complaints[0]}.`];
  return [
    `In the link:${fewOf(complaints, 'parts that can’t be used')
      .map((complaint) => `\n• ${complaint}`)
      .join('')}`,
  ];
};
