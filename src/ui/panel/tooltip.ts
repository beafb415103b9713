/** Contents of the tooltip of a row of the panel. */
export interface Tip {
  /** Printed bold. */
  readonly title?: string;
  /** The row's effect, in sentences. */
  readonly meaning: string;
  /** Range and usual value, in sentences. */
  readonly range?: string;
  /** Effects to watch for, in sentences. */
  readonly watch?: string;
}

/** Time that the mouse rests on a row before its tooltip appears [ms]. */
const HOVER_DELAY = 500;
/** Time for the mouse to reach the tooltip from its row before it disappears [ms]. */
const LEAVE_DELAY = 200;
/** Time of a touch that shows a tooltip instead of pressing a button [ms]. */
const HOLD_TIME = 500;
/** Distance of the tooltip from its row and from the window's edge [pixels]. */
const GAP = 8;
const ID = 'tooltip';
/** Elements that show a row's tip when they are tapped: names that aren't part of a button, and all of a row that is disabled. */
const NAME = '.lil-name:not(button *, label *), .lil-disabled';

/**
 * The panel's tooltip: one element, which appears beside a row when the mouse rests on it, when a control in it gets the focus by
 * keyboard, when its name is tapped, or when it is held. It disappears when the pointer or the focus leaves, and by Escape.
 */
export class Tooltip {
  private readonly element = document.createElement('div');
  private readonly tips = new WeakMap<HTMLElement, () => Tip>();
  /** The row whose tip is shown. */
  private row: HTMLElement | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const { element } = this;
    element.id = ID;
    element.setAttribute('role', 'tooltip');
    element.hidden = true;
    // The mouse may rest on the tooltip, so that its text can be read with a magnifier.
    element.addEventListener('pointerenter', () => clearTimeout(this.timer));
    element.addEventListener('pointerleave', () => this.later(LEAVE_DELAY, () => this.hide()));
    document.body.append(element);
    const hideOutside = ({ target }: Event) => {
      if (!(target instanceof Node && (this.row?.contains(target) || element.contains(target)))) this.hide();
    };
    document.addEventListener('pointerdown', hideOutside, { capture: true });
    // The focus may have come by keyboard to a row that was out of sight: then the panel scrolls to it.
    const follow = () => {
      if (this.row?.contains(document.activeElement)) this.place(this.row);
      else if (this.row) this.hide();
    };
    document.addEventListener('scroll', follow, { capture: true, passive: true });
  }

  /** Gives a row a tip, or another one. @param tip called when the tip is shown */
  describe(row: HTMLElement, tip: () => Tip): void {
    const isNew = !this.tips.has(row);
    this.tips.set(row, tip);
    if (!isNew) return;
    row.classList.add('has-tip');
    row.addEventListener('pointerenter', ({ pointerType }) => {
      if (pointerType === 'mouse') this.later(HOVER_DELAY, () => this.show(row));
    });
    row.addEventListener('pointerleave', ({ pointerType }) => {
      if (pointerType === 'mouse') this.later(LEAVE_DELAY, () => this.hide());
    });
    row.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && target.matches(':focus-visible')) this.show(row);
    });
    row.addEventListener('focusout', () => this.hide());
    this.showByTouch(row);
  }

  /** Shows a row's tip when its name is tapped, or anything in it is held. */
  private showByTouch(row: HTMLElement): void {
    let isHeld = false;
    row.addEventListener('pointerdown', ({ pointerType }) => {
      isHeld = false;
      if (pointerType === 'mouse') return;
      this.later(HOLD_TIME, () => {
        isHeld = true;
        this.show(row);
      });
    });
    for (const end of ['pointerup', 'pointercancel'] as const)
      row.addEventListener(end, ({ pointerType }) => pointerType !== 'mouse' && clearTimeout(this.timer));
    row.addEventListener(
      'click',
      (event) => {
        const { target } = event;
        if (isHeld) {
          // The button was held for its tip, not pressed.
          event.preventDefault();
          event.stopPropagation();
        } else if (target instanceof Element && target.matches(NAME)) this.show(row);
        isHeld = false;
      },
      { capture: true },
    );
  }

  private later(delay: number, act: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, delay);
  }

  private show(row: HTMLElement): void {
    const tip = this.tips.get(row);
    this.hide();
    if (!tip || !row.isConnected) return;
    this.row = row;
    const { title, meaning, range, watch } = tip();
    this.element.replaceChildren();
    for (const [tag, className, text] of [
      ['b', 'title', title],
      ['p', 'meaning', meaning],
      ['p', 'range', range],
      ['p', 'watch', watch],
    ] as const) {
      if (!text) continue;
      const part = document.createElement(tag);
      part.className = className;
      part.textContent = text;
      this.element.append(part);
    }
    for (const control of controlsOf(row)) control.setAttribute('aria-describedby', ID);
    this.element.hidden = false;
    this.place(row);
  }

  /** Hides the tooltip. @returns whether it was shown */
  hide(): boolean {
    clearTimeout(this.timer);
    const { row } = this;
    if (row) for (const control of controlsOf(row)) control.removeAttribute('aria-describedby');
    this.row = undefined;
    this.element.hidden = true;
    return row !== undefined;
  }

  /** Places the tooltip at the left of a row, or below or above it where there is no room at the left. */
  private place(row: HTMLElement): void {
    const { width, height } = this.element.getBoundingClientRect();
    const at = row.getBoundingClientRect();
    const left = at.left - GAP - width;
    const isBeside = left >= GAP;
    const below = at.bottom + GAP;
    const fitsBelow = below + height <= innerHeight - GAP;
    const top = isBeside ? at.top : fitsBelow ? below : at.top - GAP - height;
    const within = (value: number, size: number, room: number) => Math.max(GAP, Math.min(value, room - size - GAP));
    this.element.style.left = `${within(isBeside ? left : at.left, width, innerWidth)}px`;
    this.element.style.top = `${within(top, height, innerHeight)}px`;
  }
}

/** Returns the controls that a row's tip describes. */
const controlsOf = (row: HTMLElement): Iterable<Element> =>
  row.matches('button') ? [row] : row.querySelectorAll('input, select, button:not(.reset)');
