import type { FrameRow } from '../../simulation/statistics.ts';
import type { ChartCard } from './chart-card.ts';
import { type ChartData, type ChartSource, FrameWindow } from './frame-window.ts';
import { onDemand } from '../app/on-demand.ts';

/**
 * The live stacked chart of the paper's Figure 21: a bar a frame, its stages on top of one another, two sides on one scale.
 * It keeps the frames from the first one on; what draws them is fetched when it is opened.
 */
export class Chart {
  private charted: ChartData = { name: '', title: '', origin: '', windows: [], sides: [] };
  private card: ChartCard | undefined;
  private isFetching = false;

  /** @param toggled called when it is opened or closed, whoever does it @param failed called where a part of it can't be fetched */
  constructor(
    private readonly element: HTMLElement,
    private readonly toggled: () => void,
    private readonly failed: (text: string) => void,
  ) {}

  get isShown(): boolean {
    return !this.element.hidden;
  }

  set isShown(isShown: boolean) {
    if (isShown === this.isShown) return;
    this.element.hidden = !isShown;
    // Captions and messages make room.
    document.body.toggleAttribute('data-chart', isShown);
    if (this.card) this.card.ask();
    else if (isShown) void this.fetch();
    this.toggled();
  }

  toggle(): void {
    this.isShown = !this.isShown;
  }

  private async fetch(): Promise<void> {
    if (this.isFetching) return;
    this.isFetching = true;
    const part = await onDemand('The chart', import('./chart-card.ts'), this.failed);
    this.isFetching = false;
    if (part) this.card = new part.ChartCard(this.element, this.charted, () => this.toggle(), this.failed);
    else this.isShown = false;
  }

  /** Another run: what was drawn before isn't part of it. */
  begin(scene: ChartSource): void {
    this.charted = { ...scene, windows: [], sides: [] };
    this.card?.begin(this.charted);
  }

  /** A frame's figures, one a side. @param sides what they are called, where there are two */
  add(rows: readonly (FrameRow | undefined)[], sides: readonly string[]): void {
    const { charted } = this;
    charted.sides = sides;
    if (charted.windows.length !== rows.length) charted.windows = rows.map(() => new FrameWindow());
    for (const [i, row] of rows.entries()) if (row) charted.windows[i]?.add(row);
    this.card?.add(rows);
  }
}
