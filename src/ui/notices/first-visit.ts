import { recall, remember } from '../app/storage.ts';

/** Key under which the browser remembers that the notes were shown. It has no version: new versions don't repeat them. */
const SHOWN_KEY = 'untangle:first-visit';

/** A note: one sentence, and the part of the page beside which it stands. */
interface Note {
  /** Text as HTML. */
  readonly text: string;
  readonly beside: 'figures' | 'bodies' | 'panel' | 'address';
  /** Finds the element that the note is about, which gets a frame; undefined if it is about none. */
  readonly about?: () => Element | null | undefined;
}

/** Class of the element that a note is about. */
const POINTED = 'pointed';
/** Distance of the beak's tip from the top of its note [pixels], as in first-visit.css. */
const BEAK = 24;
/** Least distance of a note from the top of the page [pixels]. */
const MARGIN = 14;

/** Finds the first of some elements that is visible. */
const visible = (...elements: readonly (Element | null | undefined)[]) =>
  elements.find((one) => one?.checkVisibility());

/** Finds a row of the panel by its name. */
const row = (name: string) =>
  [...document.querySelectorAll('.lil-controller')].find(
    (one) => one.querySelector('.lil-name')?.textContent?.toLowerCase() === name,
  );

/** Returns the notes. @param byTouch whether the person points with fingers, and so has neither wheel nor keys */
const notesFor = (byTouch: boolean): readonly Note[] => [
  {
    beside: 'figures',
    about: () => document.querySelector('#readouts .legend'),
    text: 'Striped blue is what lies inside a body: it has to get out.',
  },
  {
    beside: 'bodies',
    text: byTouch
      ? 'Drag a body to pull it; a long press pins it where it is, and another one frees it.'
      : 'Drag a body to pull it: the wheel takes more of it, and a double click pins it where it is.',
  },
  {
    beside: 'panel',
    about: () => visible(document.querySelector('#bar select'), row('mode')),
    text: 'Choose the mode “Off” to switch collisions off, and another one to see the bodies get out again.',
  },
  {
    beside: 'panel',
    about: () => visible(row('compare with')),
    text: byTouch
      ? '“Compare with” runs two methods side by side, and “explore paths” shows how a blue point finds its way out.'
      : '“Compare with” runs two methods side by side, and <kbd>e</kbd> shows how a blue point finds its way out.',
  },
  {
    beside: 'address',
    text: byTouch
      ? 'The gallery has more scenes, and the address of the page is always a link to what you see.'
      : '<kbd>g</kbd> opens the gallery of scenes, and the address of the page is always a link to what you see.',
  },
];

/** Notes for a first visit, one after the other, which the person can skip. The page runs on beside them. */
export class FirstVisit {
  private readonly notes = notesFor(matchMedia('(pointer: coarse)').matches);
  /** Index of the note that is shown. */
  private at = 0;
  private readonly text = document.createElement('p');
  private readonly place = document.createElement('span');
  private readonly next = document.createElement('button');

  /** @param element the page's place for the notes, which stays hidden if this browser has shown them before */
  constructor(private readonly element: HTMLElement) {
    // If the browser refuses to remember, the notes would come at every visit, so they don't come at all.
    if (recall(SHOWN_KEY) !== null || !remember(SHOWN_KEY, 'shown')) return;
    const skip = document.createElement('button');
    const row = document.createElement('div');
    this.text.ariaLive = 'polite';
    this.place.className = 'place';
    skip.textContent = 'skip';
    skip.title = 'Esc';
    skip.onclick = () => this.skip();
    this.next.className = 'next';
    this.next.onclick = () => this.showNext();
    row.append(this.place, skip, this.next);
    element.replaceChildren(this.text, row);
    element.hidden = false;
    this.show();
  }

  /** Ends the notes. @returns whether there was one to end */
  skip(): boolean {
    const wasShown = !this.element.hidden;
    this.element.hidden = true;
    this.pointTo(undefined);
    return wasShown;
  }

  private showNext(): void {
    this.at++;
    if (this.at === this.notes.length) this.skip();
    else this.show();
  }

  private show(): void {
    const { at, notes } = this;
    const { text, beside } = notes[at]!;
    this.element.dataset.beside = beside;
    this.text.innerHTML = text;
    this.place.textContent = `${at + 1} of ${notes.length}`;
    this.next.textContent = at + 1 === notes.length ? 'done' : 'next';
    this.pointTo(notes[at]!.about?.());
  }

  /** Frames what the note is about, and puts the note at its height. */
  private pointTo(target: Element | null | undefined): void {
    for (const one of document.querySelectorAll(`.${POINTED}`)) one.classList.remove(POINTED);
    this.element.style.removeProperty('--height');
    // On small screens the modes are in the bar, at the other end of the page.
    this.element.toggleAttribute('data-apart', Boolean(target?.closest('#bar')));
    if (!target) return;
    target.classList.add(POINTED);
    const { top, height } = target.getBoundingClientRect();
    this.element.style.setProperty('--height', `${Math.max(MARGIN, top + height / 2 - BEAK)}px`);
  }
}
