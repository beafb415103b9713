import { type Messages, readingTime, sentence } from './messages.ts';

const HINT = 'Drag a body to pull it, drag beside it to look around. g: all scenes, h: help.';
/** Time that the welcome stays [s]: short, because it covers part of the scene. */
const WELCOME_SECONDS = 10;

/** Collects notices for the person, and shows each once, when a scene has started. */
export class Notices {
  private hint: string | undefined = HINT;

  /**
   * @param pressing notices that something was not done as asked
   * @param notes limitations of this browser, shown in small type
   */
  constructor(
    private readonly pressing: string[],
    private notes: string[],
  ) {}

  add(text: string): void {
    if (!this.pressing.includes(text)) this.pressing.push(text);
  }

  /** All notices that were not shown yet; they may explain a failure. */
  get untold(): readonly string[] {
    return [...this.pressing, ...this.notes];
  }

  /**
   * Shows the collected notices, or hides the current message if there are none.
   * @param title of the scene, if it is new to the person
   * @param notes phrases from the scene's build
   */
  tell(messages: Messages, title: string | undefined, notes: readonly string[]): void {
    const pressing = this.pressing.splice(0);
    const text = [...pressing, ...(title ? [`${title} (i: what to look for)`] : [])].join('\n');
    const small = [...this.notes.splice(0), ...notes.map(sentence)].join(' ');
    const { hint } = this;
    this.hint = undefined;
    const seconds = pressing.length > 0 ? readingTime(text) : WELCOME_SECONDS;
    if (text || small) messages.say({ text, ...(hint && { hint }), notes: small }, seconds);
    else messages.hide();
  }
}

/** A complaint about the link as a notice. */
export const inTheLink = (complaint: string): string => `In the link: ${complaint}.`;
