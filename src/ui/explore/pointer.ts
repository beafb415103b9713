/** A press counts as a click if the pointer moves less than this [pixels]; otherwise the press turns the camera. */
const CLICK_TOLERANCE = 5;

/** A place on the page [pixels]. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A click, or a tap of a finger. */
export interface Click extends Place {
  readonly isTap: boolean;
}

/** Collects clicks and moves of the pointer over a canvas. The page takes them once per paint. */
export class Pointer {
  private move: Place | undefined;
  private click: Click | undefined;
  private press: Place | undefined;
  private readonly listening = new AbortController();

  constructor(canvas: HTMLCanvasElement) {
    const { signal } = this.listening;
    const place = ({ clientX, clientY }: PointerEvent): Place => ({ x: clientX, y: clientY });
    canvas.addEventListener(
      'pointerdown',
      (event) => {
        this.press = event.button === 0 ? place(event) : undefined;
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
        if (this.press && Math.hypot(at.x - this.press.x, at.y - this.press.y) < CLICK_TOLERANCE)
          this.click = { ...at, isTap: event.pointerType === 'touch' };
        this.press = undefined;
      },
      { signal },
    );
  }

  /** @returns the latest move since the last call; undefined if there was none */
  takeMove(): Place | undefined {
    const { move } = this;
    this.move = undefined;
    return move;
  }

  /** @returns the latest click since the last call; undefined if there was none */
  takeClick(): Click | undefined {
    const { click } = this;
    this.click = undefined;
    return click;
  }

  close(): void {
    this.listening.abort();
  }
}
