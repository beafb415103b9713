import type { Session } from '../app/session.ts';

/** Returns the numbers of bodies and tetrahedra, the backend and the processor, in one line. */
export function machineOf({ world, opened }: Session): string {
  const bodies = `${world.bodies.length} ${world.bodies.length === 1 ? 'body' : 'bodies'}`;
  const tetrahedra = `${world.tetCount.toLocaleString('en')} ${world.tetCount === 1 ? 'tetrahedron' : 'tetrahedra'}`;
  const { kind, adapter } = opened.backend;
  return `${bodies}, ${tetrahedra} · ${kind}: ${adapter}`;
}

/** The card before a scene's first frame. Updates fill in texts but keep the elements, so that a part that the person has folded stays folded. */
const CARD = `
  <h1></h1><p class="origin"></p><p class="about" title="click for more or less"></p>
  <p class="legend"><span></span>striped blue: inside<i class="more">; bluer: deeper</i></p>`;

/** Parts of the card that are known before a scene's first frame: title, line about the run, description. */
const HEAD = ['h1', '.origin', '.about'] as const;

/** The card at the left of the page: the scene's title, a line about the run, the description, and the legend of blue. */
export class Readouts {
  /** Title, line about the run and description before an announcement; undefined while nothing is announced. */
  private before: readonly string[] | undefined;

  /** The card is hidden until a scene is announced or shown. */
  constructor(private readonly element: HTMLElement) {
    element.classList.add('empty');
    element.innerHTML = CARD;
    const about = this.part('.about');
    about.onclick = () => about.classList.toggle('open');
  }

  /** Whether a scene is announced that is being loaded. */
  get isAnnouncing(): boolean {
    return this.before !== undefined;
  }

  /** Shows a scene that is being loaded, instead of the figures of the scene before: its title, a line about it, and its description. */
  announce(title: string, text: string, about: string): void {
    this.before ??= HEAD.map((selector) => this.part(selector).textContent ?? '');
    this.element.classList.add('announcing');
    this.head(title, text, about);
  }

  /** Shows the scene before again, because the announced one will not come. */
  withdraw(): void {
    if (!this.before) return;
    const [title = '', origin = '', about = ''] = this.before;
    this.endAnnouncement();
    this.head(title, origin, about);
  }

  /** Shows the scene that runs. */
  show(title: string, origin: string, about: string): void {
    this.endAnnouncement();
    this.head(title, origin, about);
  }

  /** Fills the parts of HEAD. A description that the person has unfolded stays so until another one comes. */
  private head(...texts: readonly [title: string, text: string, about: string]): void {
    // Without a scene there is nothing to show.
    this.element.classList.toggle('empty', texts[0] === '');
    for (const [i, selector] of HEAD.entries()) {
      const part = this.part(selector);
      if (part.textContent === texts[i]) continue;
      part.classList.remove('open');
      part.textContent = texts[i]!;
    }
  }

  private endAnnouncement(): void {
    this.before = undefined;
    this.element.classList.remove('announcing');
  }

  private part(selector: string): HTMLElement {
    return this.element.querySelector<HTMLElement>(selector)!;
  }
}
