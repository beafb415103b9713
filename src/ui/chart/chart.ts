import type { FrameRow } from '../../simulation/statistics.ts';
import type { ChartCard } from './chart-card.ts';
import { type ChartData, type ChartSource, FrameWindow } from './frame-window.ts';
import { onDemand } from '../app/on-demand.ts';

/**
 * The live chart, in the style of the paper's Figure 21: one stacked bar per frame, one segment per stage. Both sides of a comparison
 * share a scale. The chart collects frames even while it is closed. The code that draws them (ChartCard) is fetched when the chart is
 * first opened.
 */
export class Chart {
  private data: ChartData = { name: '', size: 0, title: '', origin: '', windows: [], sides: [] };
  private card: ChartCard | undefined;
  private isFetching = false;

  /**
   * @param onToggle called whenever the chart is opened or closed
   * @param showError shows an error message if the chart's code can't be fetched
   */
  constructor(
    private readonly element: HTMLElement,
    private readonly onToggle: () => void,
    private readonly showError: (text: string) => void,
  ) {}

  get isShown(): boolean {
    return !this.element.hidden;
  }

  set isShown(isShown: boolean) {
    if (isShown === this.isShown) return;
    this.element.hidden = !isShown;
    // The style sheets move captions and messages up while the chart is shown.
    document.body.toggleAttribute('data-chart', isShown);
    if (this.card) this.card.requestDraw();
    else if (isShown) void this.fetch();
    this.onToggle();
  }

  toggle(): void {
    this.isShown = !this.isShown;
  }

  private async fetch(): Promise<void> {
    if (this.isFetching) return;
    this.isFetching = true;
    const part = await onDemand('The chart', import('./chart-card.ts'), this.showError);
    this.isFetching = false;
    if (part) this.card = new part.ChartCard(this.element, this.data, () => this.toggle(), this.showError);
    else this.isShown = false;
  }

  /** Empties the chart for another run. */
  begin(scene: ChartSource): void {
    this.data = { ...scene, windows: [], sides: [] };
    this.card?.begin(this.data);
  }

  /** Adds a frame's measurements, one row per side. @param sides names of the sides of a comparison; else empty */
  add(rows: readonly (FrameRow | undefined)[], sides: readonly string[]): void {
    const { data } = this;
    data.sides = sides;
    if (data.windows.length !== rows.length) data.windows = rows.map(() => new FrameWindow());
    for (const [i, row] of rows.entries()) if (row) data.windows[i]?.add(row);
    this.card?.add(rows);
  }
}
