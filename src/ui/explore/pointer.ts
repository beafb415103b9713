/** A press that moved less than this is a click, else it turned the camera [pixels]. */
const STILL = 5;

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Clicks and moves over a canvas, taken once a frame. */
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
        if (this.pressed && Math.hypot(at.x - this.pressed.x, at.y - this.pressed.y) < STILL) this.clicked = at;
        this.pressed = undefined;
      },
      { signal },
    );
  }

  takeMove(): Place | undefined {
    const { move } = this;
    this.move = undefined;
    return move;
  }

  takeClick(): Place | undefined {
    const { clicked } = this;
    this.clicked = undefined;
    return clicked;
  }

  close(): void {
    this.listening.abort();
  }
}
