/** The line at the bottom of the page: progress, news and errors, in words. */
export class Messages {
  private hideLater: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly element: HTMLElement) {}

  /** Says something for a while. */
  say(text: string, seconds = 6): void {
    this.show(text);
    this.hideLater = setTimeout(() => this.hide(), 1000 * seconds);
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

  /** @param fraction 0 to 1 */
  progress(text: string, fraction: number): void {
    this.show(text);
    const bar = document.createElement('progress');
    bar.value = fraction;
    this.element.append(bar);
  }

  hide(): void {
    clearTimeout(this.hideLater);
    this.element.hidden = true;
  }

  private show(text: string): void {
    clearTimeout(this.hideLater);
    this.element.hidden = false;
    this.element.textContent = text;
  }
}

/** The scenes' notes are phrases. */
export const sentence = (phrase: string): string => `${phrase[0].toUpperCase()}${phrase.slice(1)}.`;
