import type { Point } from '../../simulation/view/explain/explanation.ts';

/** A short text at a point of the scene. */
export interface Label {
  /** The point that the label names [m]. */
  readonly at: Point;
  readonly text: string;
  /** CSS colour. */
  readonly colour: string;
  /** A line may lead from this point to `at` [m]. The label lies beyond `at`, so that it doesn't cover this line. */
  readonly awayFrom: Point;
}

/** Projects a point to the page [pixels]. Returns undefined if the point is behind the camera. */
export type Project = (point: Point) => { readonly x: number; readonly y: number } | undefined;

/** Distance from a point to the middle of its label [pixels]. */
const GAP = { x: 46, y: 22 } as const;
/** Minimum distance between the middles of two labels [pixels]. A label that would be closer is moved down. */
const SPACING = { x: 76, y: 21 } as const;

/** The middle of a label on the page [pixels]. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Finds the first free place at or below (x, y).
 *
 * The loop passes each label in the way once, from top to bottom. A loop that tests all labels again after each move might never end,
 * because y + SPACING - y may round to less than SPACING.
 * @param occupied places of other labels
 * @returns the y of the free place
 */
export function firstFreeY(occupied: readonly Place[], x: number, y: number): number {
  const near = occupied.filter((other) => Math.abs(other.x - x) < SPACING.x).sort((a, b) => a.y - b.y);
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
    const occupied: Place[] = [];
    for (const { label, element } of this.labels) {
      const at = project(label.at);
      const from = project(label.awayFrom);
      element.hidden = !at;
      if (!at) continue;
      const [dx, dy] = from ? [at.x - from.x, at.y - from.y] : [0, -1];
      const length = Math.max(1e-6, Math.hypot(dx, dy));
      const x = at.x + (GAP.x * dx) / length;
      const y = firstFreeY(occupied, x, at.y + (GAP.y * dy) / length);
      occupied.push({ x, y });
      element.style.transform = `translate(-50%, -50%) translate(${x}px, ${y}px)`;
    }
  }
}
