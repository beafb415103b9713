import type { Vector3 } from 'three/webgpu';
import { aspectOf, type Fit, fitCamera, type Subject } from './framing.ts';
import { freeArea, type Rectangle, scaleIn } from './free-area.ts';
import type { Aim, Centre } from './travel.ts';

/** The free area changes only if the bodies are drawn at least this many times as large in the new one, or a card covers the old one. */
const MIN_GAIN = 1.2;
/** Changes of a card by less than this are ignored, such as those of a line of changing numbers [pixels]. */
const CARD_GRID = 8;

/** Finds the camera that shows all bodies in the area that no card covers. */
export class BodyAim implements Aim {
  version = 0;
  private shown: Subject = { bodies: [], marks: [] };
  private overlaid: readonly Rectangle[] = [];
  private size = { width: 1, height: 1 };
  private free: Rectangle | undefined;
  /** The last answer, while neither subject nor picture changes. */
  private known: { readonly direction: Vector3; readonly fit: Fit | undefined } | undefined;

  /**
   * @param fieldOfView vertical field of view [degrees]
   * @param direction from the bodies to the camera, as long as no other one was asked for
   */
  constructor(
    private readonly fieldOfView: number,
    private direction: Vector3,
  ) {}

  /** The area that no card covers [pixels of the canvas]. */
  get freeArea(): Rectangle {
    this.free ??= this.bestArea();
    return this.free;
  }

  get centre(): Centre {
    const { left, top, right, bottom } = this.freeArea;
    return { x: (left + right) / 2 / this.size.width, y: (top + bottom) / 2 / this.size.height };
  }

  set subject(subject: Subject) {
    this.shown = subject;
    this.known = undefined;
  }

  /** Cards over the canvas [pixels of the canvas]. */
  set cards(cards: readonly Rectangle[]) {
    const rounded = cards.map(({ left, top, right, bottom }) => ({
      left: CARD_GRID * Math.floor(left / CARD_GRID),
      top: CARD_GRID * Math.floor(top / CARD_GRID),
      right: CARD_GRID * Math.ceil(right / CARD_GRID),
      bottom: CARD_GRID * Math.ceil(bottom / CARD_GRID),
    }));
    if (JSON.stringify(rounded) === JSON.stringify(this.overlaid)) return;
    this.overlaid = rounded;
    this.known = undefined;
    this.choose(this.bestArea());
  }

  /** @param width, height size of the canvas [pixels] */
  resize(width: number, height: number): void {
    this.size = { width, height };
    this.known = undefined;
    this.choose(this.bestArea());
  }

  fit(direction: Vector3, keepsArea = false): Fit | undefined {
    if (this.known?.direction.equals(direction)) return this.known.fit;
    this.direction = direction.clone();
    const best = keepsArea ? this.freeArea : this.bestArea();
    const { aspect } = this;
    if (scaleIn(best, aspect) > MIN_GAIN * scaleIn(this.freeArea, aspect)) this.choose(best);
    const { fieldOfView, size, freeArea: free } = this;
    const found = fitCamera(direction, this.shown, { fieldOfView, height: size.height, free });
    this.known = { direction: this.direction, fit: found };
    return found;
  }

  private get aspect(): number {
    return aspectOf(this.direction, this.shown);
  }

  private bestArea(): Rectangle {
    return freeArea(this.size.width, this.size.height, this.overlaid, this.aspect);
  }

  private choose(area: Rectangle): void {
    if (JSON.stringify(area) === JSON.stringify(this.free)) return;
    this.free = area;
    this.version++;
  }
}
