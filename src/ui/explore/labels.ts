import type { Point } from '../../simulation/view/explain/explanation.ts';

export interface Label {
  readonly at: Point;
  readonly text: string;
  /** As CSS has it. */
  readonly colour: string;
  /** The label lies on the far side of `at`, as seen from here: off the line that ends there. */
  readonly awayFrom: Point;
}

/** Where a point is on the page [pixels]; undefined behind the camera. */
export type Project = (point: Point) => { readonly x: number; readonly y: number } | undefined;

/** From a mark to the middle of its label [pixels]. */
const GAP = { x: 46, y: 22 } as const;
/** Labels nearer to one another than this are moved apart [pixels]. */
const ROOM = { x: 76, y: 21 } as const;

/** Where a label's middle is [pixels]. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The first free place from (x, y) downwards, among labels that have theirs.
 *
 * Each label in the way is passed once, from the top: asking again whether the place is free now would go on for ever
 * where y + ROOM - y rounds to less than ROOM.
 * @returns its y
 */
export function below(placed: readonly Place[], x: number, y: number): number {
  const near = placed.filter((other) => Math.abs(other.x - x) < ROOM.x).sort((a, b) => a.y - b.y);
  let free = y;
  for (const other of near) if (Math.abs(other.y - free) < ROOM.y) free = other.y + ROOM.y;
  return free;
}

/** Short texts beside marks in the picture. */
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
