import { STAGE_SERIES } from '../../record/stage-colours.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { download } from '../download.ts';
import { type Drawn, drawAxes, drawBars, drawOutliers, drawTitle, type Plot, plotOf, roomOf } from './draw-bars.ts';
import { barOf, FrameWindow } from './frame-window.ts';
import { type Scale, SharedScale } from './scale.ts';
import { tipOf } from './tip.ts';

/** Room around the plots: for the axis' numbers, what stands above the bars, frames' names; between two sides [pixels of the page]. */
const ROOM = { left: 38, right: 8, above: 15, title: 17, below: 19, between: 20 };
/** Of a bar: a stage that never takes so much can't be seen, and isn't in the legend. */
const LEAST_SHARE = 0.01;
const FONT = '11px system-ui, -apple-system, "Segoe UI", sans-serif';

const CARD = `
  <header><h2>Time of a frame by stage <small>ms</small></h2>
    <button class="save" title="what the chart shows, as an SVG file">save SVG</button>
    <button class="close" aria-label="close the chart" title="c">×</button></header>
  <ul>${STAGE_SERIES.map(({ stage, label, colour }) => `<li data-stage="${stage}"><i style="background:${colour}"></i>${label}</li>`).join('')}</ul>
  <div class="plot"><canvas></canvas></div><div class="tip" hidden></div>`;

/** The scene that runs, for the chart's file. */
export interface Charted {
  readonly name: string;
  readonly title: string;
  /** What was measured on what. */
  readonly origin: string;
}

/** The live stacked chart of the paper's Figure 21: a bar a frame, its stages on top of one another, two sides on one scale. */
export class Chart {
  private charted: Charted = { name: '', title: '', origin: '' };
  /** What each side is called where there are two; else none. */
  private sides: readonly string[] = [];
  private windows: readonly FrameWindow[] = [];
  private scale = new SharedScale();
  private plots: readonly Plot[] = [];
  private ratio = 1;
  private isAsked = false;
  /** Frames that are shown, and the one under the mouse. */
  private first = 0;
  private marked = -1;
  private tip = '';
  /** Of STAGE_SERIES those that are in the legend. */
  private readonly seen = new Set<string>();
  private readonly context: CanvasRenderingContext2D;

  /** @param toggled called when it is opened or closed, whoever does it */
  constructor(
    private readonly element: HTMLElement,
    private readonly toggled: () => void,
  ) {
    element.innerHTML = CARD;
    const canvas = this.part<HTMLCanvasElement>('canvas');
    this.context = canvas.getContext('2d')!;
    this.part('.close').onclick = () => this.toggle();
    this.part('.save').onclick = () => void this.save();
    canvas.onpointermove = ({ offsetX }) => this.mark(offsetX * this.ratio);
    canvas.onpointerleave = () => this.mark(-1);
    new ResizeObserver(() => this.fit()).observe(this.part('.plot'));
    // Its legend may take another row.
    new ResizeObserver(() => this.makeRoom()).observe(element);
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  set isShown(isShown: boolean) {
    if (isShown === this.isShown) return;
    this.element.hidden = !isShown;
    // Captions and messages make room.
    document.body.toggleAttribute('data-chart', isShown);
    this.ask();
    this.toggled();
  }

  toggle(): void {
    this.isShown = !this.isShown;
  }

  /** Another run: what was drawn before isn't part of it. */
  begin(charted: Charted): void {
    this.charted = charted;
    this.windows = [];
    this.scale = new SharedScale();
    this.mark(-1);
    this.seen.clear();
    for (const item of this.element.querySelectorAll('li')) item.hidden = true;
  }

  /** A frame's figures, one a side; it is drawn with the next paint. @param sides what they are called, where there are two */
  add(rows: readonly (FrameRow | undefined)[], sides: readonly string[]): void {
    this.sides = sides;
    if (this.windows.length !== rows.length) {
      this.windows = rows.map(() => new FrameWindow());
      this.fit();
    }
    for (const [i, row] of rows.entries()) if (row) this.windows[i]?.add(row);
    for (const { stage } of STAGE_SERIES) {
      if (!this.seen.has(stage) && rows.some((row) => row && row.stages[stage] > LEAST_SHARE * barOf(row)))
        this.name(stage);
    }
    this.ask();
  }

  private name(stage: string): void {
    this.seen.add(stage);
    this.part(`[data-stage="${stage}"]`).hidden = false;
  }

  private part<E extends HTMLElement>(selector: string): E {
    return this.element.querySelector<E>(selector)!;
  }

  /** At most once a paint, and never while it is hidden. */
  private ask(): void {
    if (this.isAsked || !this.isShown) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      if (this.isShown) this.draw();
    });
  }

  /** Takes the size that the page gives it; the plots stand side by side. */
  private fit(): void {
    const { clientWidth, clientHeight } = this.part('.plot');
    if (clientWidth === 0) return;
    const { canvas } = this.context;
    const ratio = globalThis.devicePixelRatio;
    this.ratio = ratio;
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(clientHeight * ratio);
    const count = Math.max(1, this.windows.length);
    const above = (ROOM.above + (count > 1 ? ROOM.title : 0)) * ratio;
    const between = ROOM.between * ratio;
    const left = ROOM.left * ratio;
    const width = (canvas.width - left - ROOM.right * ratio - (count - 1) * between) / count;
    const height = canvas.height - above - ROOM.below * ratio;
    this.plots = Array.from({ length: count }, (_, i) =>
      plotOf(Math.round(left + i * (width + between)), Math.round(above), Math.floor(width), Math.floor(height), ratio),
    );
    this.ask();
  }

  private makeRoom(): void {
    document.body.style.setProperty('--chart-height', `${this.element.offsetHeight}px`);
  }

  private draw(): void {
    const { context, windows, plots, ratio } = this;
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    if (windows.length === 0 || windows.length !== plots.length) return;
    const last = Math.max(...windows.map((window) => window.last));
    this.first = Math.max(0, last - roomOf(plots[0]) + 1);
    const scale = this.scale.of(windows, this.first, last);
    context.font = FONT.replace('11', String(11 * ratio));
    for (const [i, window] of windows.entries()) {
      const title = this.sides[i] ?? '';
      const drawn: Drawn = { window, first: this.first, last, marked: this.marked, title };
      this.drawSide(plots[i], scale, drawn, i === 0);
    }
    if (this.marked >= 0) this.tell();
  }

  private drawSide(plot: Plot, scale: Scale, drawn: Drawn, isFirst: boolean): void {
    const { context, ratio } = this;
    drawAxes(context, plot, scale, drawn, ratio, isFirst);
    drawBars(context, plot, scale, drawn);
    drawOutliers(context, plot, scale, drawn);
    if (drawn.title) drawTitle(context, plot, drawn.title, ratio);
  }

  /** @param x on the canvas [pixels of the device]; negative for nowhere */
  private mark(x: number): void {
    const plot = this.plots.find(({ left, width }) => x >= left && x < left + width);
    const frame = plot ? this.first + Math.floor((x - plot.left) / plot.pitch) : -1;
    this.marked = this.windows.some((window) => window.at(Math.max(0, frame))?.frame === frame) ? frame : -1;
    if (this.marked < 0) this.part('.tip').hidden = true;
    else this.part('.tip').style.left = `${x / this.ratio}px`;
    this.ask();
  }

  private tell(): void {
    const element = this.part('.tip');
    const rows = this.windows.map((window) => window.at(this.marked));
    element.hidden = rows.every((row) => row === undefined);
    const tip = tipOf(this.marked, rows, this.sides);
    if (tip !== this.tip) element.innerHTML = tip;
    this.tip = tip;
  }

  private async save(): Promise<void> {
    // Fetched here: few people save one.
    const { stackedBars } = await import('../../record/stacked-bars.ts');
    const { name, title, origin } = this.charted;
    const panels = this.windows.map((window, i) => ({ title: this.sides[i] ?? name, frames: window.all() }));
    download(`untangle-${name}-frames.svg`, stackedBars(panels, { title, caption: [origin] }), 'image/svg+xml');
  }
}
