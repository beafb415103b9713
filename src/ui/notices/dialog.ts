/** Parts of the page that stay usable while a dialog is open: messages, which may be about the dialog. */
const ALWAYS_USABLE = '#message, script';

/** Opens and closes a dialog of the page. It takes the keyboard's focus, keeps it while it is open, and gives it back. */
export class Dialog {
  /** The element that had the focus before the dialog was opened. */
  private before: Element | null = null;
  /** Parts of the page that can't be used while the dialog is open. */
  private disabled: HTMLElement[] = [];

  constructor(readonly element: HTMLElement) {
    element.tabIndex = -1;
    element.ariaModal = 'true';
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  open(): void {
    if (this.isOpen) return;
    this.before = document.activeElement;
    this.element.hidden = false;
    this.disabled = [...document.body.children].filter(
      (other): other is HTMLElement =>
        other instanceof HTMLElement && other !== this.element && !other.inert && !other.matches(ALWAYS_USABLE),
    );
    for (const other of this.disabled) other.inert = true;
    this.element.focus({ preventScroll: true });
  }

  close(): void {
    if (!this.isOpen) return;
    this.element.hidden = true;
    for (const other of this.disabled) other.inert = false;
    if (this.before instanceof HTMLElement) this.before.focus({ preventScroll: true });
  }
}
