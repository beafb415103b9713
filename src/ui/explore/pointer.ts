/** A press counts as a click if the pointer moves less than this [pixels]; otherwise it turns the camera. */
const CLICK_TOLERANCE = 5;

/** A place on the page [pixels]. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Collects clicks and moves over a canvas; the page takes them once per paint. */
export class Pointer {
  private move: Place | undefined;
  private clicked: Place | undefined;
  private pressed: Place | undefined;
  private readonly listening = new AbortController();

  constructor(canvas: HTMLCanvasElement) {
    const { signal } = this.listening;
    const place = ({ clientX, clientY }: PointerEvent): Place => ({ x: clientX, y: clientY });
    canvas.addEventListener(
      'pointerdown',
      (event) => {
        this.pressed = event.button === 0 ? place(event) : undefined;
      },
      { signal },
    );
    canvas.addEventListener(
      'pointermove',
      (event) => {
        if (event.buttons === 0) this.move = place(event);
      },
      { signal },
    );
    canvas.addEventListener(
      'pointerup',
      (event) => {
        const at = place(event);
        if (this.pressed && Math.hypot(at.x - this.pressed.x, at.y - this.pressed.y) < CLICK_TOLERANCE)
          this.clicked = at;
        this.pressed = undefined;
      },
      { signal },
    );
  }

  /** @returns the latest move since the last call */
  takeMove(): Place | undefined {
    const { move } = this;
    this.move = undefined;
    return move;
  }

  /** @returns the latest click since the last call */
  takeClick(): Place | undefined {
    const { clicked } = this;
    this.clicked = undefined;
    return clicked;
  }

  close(): void {
    this.listening.abort();
  }
}
