import type { Point } from '../../simulation/view/explain/explanation.ts';

/** A short text at a point of the scene. */
export interface Label {
  /** The point that it names [m]. */
  readonly at: Point;
  readonly text: string;
  /** CSS colour. */
  readonly colour: string;
  /** The label is placed on the far side of `at` as seen from this point, so that it doesn't cover the line that ends at `at`. */
  readonly awayFrom: Point;
}

/** Projects a point to the page [pixels]; undefined behind the camera. */
export type Project = (point: Point) => { readonly x: number; readonly y: number } | undefined;

/** Distance from a point to the middle of its label [pixels]. */
const GAP = { x: 46, y: 22 } as const;
/** Least distance between the middles of two labels [pixels]; nearer ones are moved apart. */
const SPACING = { x: 76, y: 21 } as const;

/** The middle of a label on the page [pixels]. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Finds the first free place from (x, y) downwards.
 *
 * Each label in the way is passed once, from the top. Testing again after each move could loop for ever, because
 * y + SPACING - y may round to less than SPACING.
 * @param placed labels that have their place already
 * @returns the y of the free place
 */
export function below(placed: readonly Place[], x: number, y: number): number {
  const near = placed.filter((other) => Math.abs(other.x - x) < SPACING.x).sort((a, b) => a.y - b.y);
  let free = y;
  for (const other of near) if (Math.abs(other.y - free) < SPACING.y) free = other.y + SPACING.y;
  return free;
}

/** The HTML labels beside points in the picture. */
export class Labels {
  private labels: readonly { readonly label: Label; readonly element: HTMLElement }[] = [];

  constructor(private readonly host: HTMLElement) {}

  show(labels: readonly Label[]): void {
    this.labels = labels.map((label) => {
      const element = document.createElement('span');
      element.textContent = label.text;
      element.style.color = label.colour;
      return { label, element };
    });
    this.host.replaceChildren(...this.labels.map(({ element }) => element));
  }

  place(project: Project): void {
    const placed: Place[] = [];
    for (const { label, element } of this.labels) {
      const at = project(label.at);
      const from = project(label.awayFrom);
      element.hidden = !at;
      if (!at) continue;
      const [dx, dy] = from ? [at.x - from.x, at.y - from.y] : [0, -1];
      const length = Math.max(1e-6, Math.hypot(dx, dy));
      const x = at.x + (GAP.x * dx) / length;
      const y = below(placed, x, at.y + (GAP.y * dy) / length);
      placed.push({ x, y });
      element.style.transform = `translate(-50%, -50%) translate(${x}px, ${y}px)`;
    }
  }
}
