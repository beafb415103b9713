import type { Point } from '../../simulation/path/explanation.ts';

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
    const placed: { x: number; y: number }[] = [];
    for (const { label, element } of this.labels) {
      const at = project(label.at);
      const from = project(label.awayFrom);
      element.hidden = !at;
      if (!at) continue;
      const [dx, dy] = from ? [at.x - from.x, at.y - from.y] : [0, -1];
      const length = Math.max(1e-6, Math.hypot(dx, dy));
      const x = at.x + (GAP.x * dx) / length;
      let y = at.y + (GAP.y * dy) / length;
      const isTaken = (other: { x: number; y: number }) =>
        Math.abs(other.x - x) < ROOM.x && Math.abs(other.y - y) < ROOM.y;
      for (let other = placed.find(isTaken); other; other = placed.find(isTaken)) y = other.y + ROOM.y;
      placed.push({ x, y });
      element.style.transform = `translate(-50%, -50%) translate(${x}px, ${y}px)`;
    }
  }
}
