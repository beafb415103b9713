import type { TimeAxis } from '../../record/bar-plot.ts';
import { STAGE_SERIES } from '../../record/stage-colours.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { download, fileName } from '../recording/download.ts';
import { colourSwatches, swatchColour } from '../swatches.ts';
import { onDemand } from '../app/on-demand.ts';
import type { ChartData } from './frame-window.ts';
import {
  drawAxes,
  drawBars,
  type PlotContent,
  drawOutliers,
  drawTitle,
  type Plot,
  plotOf,
  barsThatFit,
} from './draw-bars.ts';
import { barHeight, meansOf, SharedScale } from './scale.ts';
import { placeTip, tipOf } from './tip.ts';

/**
 * Margins around the plots [CSS pixels]. The numbers of the time axis stand in the margin `left`, the times of bars that are cut off in
 * `above`, and the frame numbers in `below`. If two simulations are compared, each has a plot with a title in the margin `title`, and
 * `between` is the space between the two plots.
 */
const MARGIN = { left: 38, right: 8, above: 15, title: 17, below: 19, between: 20 };
/** A stage counts as visible if it exceeds this share of a bar. The legend has the stages that were visible in at least one frame. */
const MIN_VISIBLE_SHARE = 0.01;
const FONT = '11px system-ui, -apple-system, "Segoe UI", sans-serif';

const CARD = `
  <header><h2>Time of a frame by stage <small>ms</small></h2>
    <button class="save" title="the chart’s frames as an SVG file">save SVG</button>
    <button class="close" aria-label="close the chart" title="c">×</button></header>
  <ul>${STAGE_SERIES.map(({ stage, label, colour }) => `<li data-stage="${stage}"><i ${swatchColour(colour)}></i>${label}</li>`).join('')}</ul>
  <p class="note" hidden>Both sides run at once and share the machine. Means cover the frames shown, without frame 0, which compiles code.</p>
  <div class="plot"><canvas></canvas></div><div class="tip" hidden></div>`;

/** The opened chart: legend, plots, and the tip of the frame under the mouse. */
export class ChartCard {
  private scale = new SharedScale();
  private plots: readonly Plot[] = [];
  /** Device pixels per CSS pixel. */
  private ratio = 1;
  private isDrawRequested = false;
  /** Number of the first frame that is shown. */
  private firstFrame = 0;
  /** Number of the frame under the mouse; -1 for none. */
  private hoveredFrame = -1;
  /** The mouse's distance from the left of the plots [CSS pixels]. */
  private mouseX = 0;
  /** HTML of the tip as last shown. */
  private tip = '';
  /** Names of the stages in the legend. */
  private readonly legendStages = new Set<string>();
  private readonly context: CanvasRenderingContext2D;

  /**
   * @param data the run; it may already have frames
   * @param showError shows an error message if the code that saves the chart can't be fetched
   */
  constructor(
    private readonly element: HTMLElement,
    private data: ChartData,
    close: () => void,
    private readonly showError: (text: string) => void,
  ) {
    element.innerHTML = CARD;
    colourSwatches(element);
    const canvas = this.part<HTMLCanvasElement>('canvas');
    this.context = canvas.getContext('2d')!;
    this.part('.close').onclick = close;
    this.part('.save').onclick = () => void this.save();
    canvas.onpointermove = ({ offsetX }) => this.hover(offsetX * this.ratio);
    canvas.onpointerleave = () => this.hover(-1);
    new ResizeObserver(() => this.fit()).observe(this.part('.plot'));
    // The height of the card changes when the legend gets more rows.
    new ResizeObserver(() => this.publishHeight()).observe(element);
    this.begin(data);
    for (const window of data.windows) for (const row of window.all()) this.addToLegend([row]);
  }

  /** Empties the chart for another run. */
  begin(data: ChartData): void {
    this.data = data;
    this.scale = new SharedScale();
    this.hover(-1);
    this.legendStages.clear();
    for (const item of this.element.querySelectorAll('li')) item.hidden = true;
  }

  /** Called when a frame was added to `data`. Draws the frame with the next paint. @param rows one per side */
  add(rows: readonly (FrameRow | undefined)[]): void {
    this.addToLegend(rows);
    if (this.plots.length !== rows.length && !this.element.hidden) this.fit();
    this.requestDraw();
  }

  /** Adds to the legend the stages that are visible in a frame's bars. */
  private addToLegend(rows: readonly (FrameRow | undefined)[]): void {
    for (const { stage } of STAGE_SERIES) {
      if (
        this.legendStages.has(stage) ||
        !rows.some((row) => row && row.stages[stage] > MIN_VISIBLE_SHARE * barHeight(row))
      )
        continue;
      this.legendStages.add(stage);
      this.part(`[data-stage="${stage}"]`).hidden = false;
    }
  }

  private part<E extends HTMLElement>(selector: string): E {
    return this.element.querySelector<E>(selector)!;
  }

  /** Requests a drawing at the next paint. Several calls before a paint make one drawing. Does nothing while the chart is hidden. */
  requestDraw(): void {
    if (this.isDrawRequested || this.element.hidden) return;
    this.isDrawRequested = true;
    requestAnimationFrame(() => {
      this.isDrawRequested = false;
      if (!this.element.hidden) this.draw();
    });
  }

  /** Fits canvas and plots into the card. The plots of two sides are side by side. */
  private fit(): void {
    const { clientWidth, clientHeight } = this.part('.plot');
    if (clientWidth === 0) return;
    const { canvas } = this.context;
    const ratio = globalThis.devicePixelRatio;
    this.ratio = ratio;
    this.part('.note').hidden = this.data.windows.length < 2;
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(clientHeight * ratio);
    const count = Math.max(1, this.data.windows.length);
    const above = (MARGIN.above + (count > 1 ? MARGIN.title : 0)) * ratio;
    const between = MARGIN.between * ratio;
    const left = MARGIN.left * ratio;
    const width = (canvas.width - left - MARGIN.right * ratio - (count - 1) * between) / count;
    const height = canvas.height - above - MARGIN.below * ratio;
    this.plots = Array.from({ length: count }, (_, i) =>
      plotOf(Math.round(left + i * (width + between)), Math.round(above), Math.floor(width), Math.floor(height), ratio),
    );
    this.requestDraw();
  }

  /** Passes the card's height to the style sheets, which keep the scene above the chart. */
  private publishHeight(): void {
    document.body.style.setProperty('--chart-height', `${this.element.offsetHeight}px`);
  }

  private draw(): void {
    const { context, plots, ratio } = this;
    const { windows } = this.data;
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    if (windows.length === 0 || windows.length !== plots.length) return;
    const last = Math.max(...windows.map((window) => window.last));
    this.firstFrame = Math.max(0, last - barsThatFit(plots[0]) + 1);
    const axis = this.scale.of(windows, this.firstFrame, last);
    context.font = FONT.replace('11', String(11 * ratio));
    const means = meansOf(windows, this.firstFrame, last);
    for (const [i, window] of windows.entries()) {
      const side = this.data.sides[i] ?? '';
      const title = side && means ? `${side}: mean ${means.ms[i]!.toFixed(1)} ms` : side;
      const content: PlotContent = { window, first: this.firstFrame, last, hoveredFrame: this.hoveredFrame, title };
      this.drawSide(plots[i], axis, content, i === 0);
    }
    if (this.hoveredFrame >= 0) this.showTip();
  }

  private drawSide(plot: Plot, axis: TimeAxis, content: PlotContent, isFirst: boolean): void {
    const { context, ratio } = this;
    drawAxes(context, plot, axis, content, ratio, isFirst);
    drawBars(context, plot, axis, content);
    drawOutliers(context, plot, axis, content);
    if (content.title) drawTitle(context, plot, content.title, ratio);
  }

  /** Marks the frame under the mouse. @param x the mouse's place on the canvas [device pixels]; negative if the mouse has left */
  private hover(x: number): void {
    const plot = this.plots.find(({ left, width }) => x >= left && x < left + width);
    const frame = plot ? this.firstFrame + Math.floor((x - plot.left) / plot.pitch) : -1;
    this.hoveredFrame = this.data.windows.some((window) => window.at(Math.max(0, frame))?.frame === frame) ? frame : -1;
    if (this.hoveredFrame < 0) this.part('.tip').hidden = true;
    this.mouseX = x / this.ratio;
    this.requestDraw();
  }

  private showTip(): void {
    const element = this.part('.tip');
    const rows = this.data.windows.map((window) => window.at(this.hoveredFrame));
    element.hidden = rows.every((row) => row === undefined);
    const tip = tipOf(this.hoveredFrame, rows, this.data.sides);
    if (tip !== this.tip) {
      element.innerHTML = tip;
      colourSwatches(element);
    }
    this.tip = tip;
    if (!element.hidden) placeTip(element, this.element, this.mouseX + this.part('.plot').offsetLeft);
  }

  private async save(): Promise<void> {
    // The code is fetched on demand, because few people save a chart.
    const part = await onDemand('The chart’s file', import('../../record/stacked-bars.ts'), this.showError);
    if (!part) return;
    const { name, size, title, windows, sides } = this.data;
    const means = meansOf(windows, 0, Math.max(...windows.map((window) => window.last)));
    const panels = windows.map((window, i) => ({
      title: sides[i] ?? name,
      note: means ? `mean ${means.ms[i]!.toFixed(1)} ms of ${means.frames} frames` : '',
      frames: window.all(),
    }));
    const picture = part.stackedBars(panels, { title, caption: captionOf(this.data) });
    download(fileName(name, size, 'frames.svg'), picture, 'image/svg+xml');
  }
}

/** Returns the lines below the saved chart, which say what was measured, and on which machine. */
function captionOf({ origin, sides }: ChartData): string[] {
  const together = sides.length > 1 ? ' Both sides ran at once and shared the machine.' : '';
  return [
    `Time of whole frames, with measuring and drawing.${together}`,
    'Means are without frame 0, which compiles code.',
    origin,
    `untangle ${__UNTANGLE_VERSION__} · ${new Date().toISOString().slice(0, 10)}`,
    navigator.userAgent,
  ];
}
