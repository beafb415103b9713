import { type Messages, readingTime, sentence } from './messages.ts';

const HINT = 'Drag a body to pull it, drag beside it to look around. g: all scenes, h: help.';
/** A welcome stays so long: it lies over the scene that one came to see [s]. */
const WELCOME_SECONDS = 10;

/** What the person hasn't been told yet; it is told once, when a scene has started. */
export class Notices {
  private hint: string | undefined = HINT;

  /** @param pressing what went otherwise than asked for @param notes what is good to know: in small type */
  constructor(
    private readonly pressing: string[],
    private notes: string[],
  ) {}

  add(text: string): void {
    if (!this.pressing.includes(text)) this.pressing.push(text);
  }

  /** All that isn't told yet: it may explain a failure. */
  get untold(): readonly string[] {
    return [...this.pressing, ...this.notes];
  }

  /**
   * Takes what was said before away.
   * @param title of a scene that the person hasn't seen yet @param notes its maker's, phrases
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

export const inTheLink = (complaint: string): string => `In the link: ${complaint}.`;
