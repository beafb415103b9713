/** The line at the bottom of the page: progress, news and errors, in words. */
export class Messages {
  private hideLater: ReturnType<typeof setTimeout> | undefined;
  private bar: HTMLProgressElement | undefined;

  constructor(private readonly element: HTMLElement) {
    // What asks nothing goes with a click.
    element.addEventListener('click', () => element.querySelector('button') || this.hide());
  }

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

  /** What goes on, how far it is, and a button that ends it. @param fraction 0 to 1 */
  progress(text: string, fraction: number, cancel: () => void): void {
    // The same button stays from one call to the next: else a click would be lost between them.
    if (!this.bar?.isConnected || this.element.hidden) {
      this.show('');
      this.bar = document.createElement('progress');
      const button = document.createElement('button');
      button.textContent = 'cancel';
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

  private show(text: string): void {
    clearTimeout(this.hideLater);
    this.element.hidden = false;
    this.element.textContent = text;
  }
}

/** The scenes' notes are phrases. */
export const sentence = (phrase: string): string => `${phrase[0].toUpperCase()}${phrase.slice(1)}.`;
