import {
  barsOf,
  overlapsOf,
  type FrameAxis,
  frameAxis,
  roundUp,
  type StageTimes,
  sumOf,
  type TimeAxis,
  timeAxis,
} from './bar-plot.ts';
import { STAGE_SERIES, type StageSeries } from './stage-colours.ts';
import { wrapped, element, escaped, truncated, INK, label, number, QUIET, widthOf } from './svg.ts';

/** A panel of the chart: one bar per frame (or the mean of several frames, if there are many), with the stages stacked. */
export interface BarPanel {
  readonly title: string;
  /** Text at the right of the title. */
  readonly note?: string;
  readonly frames: readonly StageTimes[];
  /** Stages to show in place of the chart's own list. Panels with the same list share one time axis. */
  readonly stages?: readonly StageSeries[];
  /** Height of the plot [pixels]. */
  readonly height?: number;
}

/** Texts of the chart, and the stages of the panels without a list of their own. */
export interface BarChart {
  readonly title?: string;
  /** Lines under the panels; longer lines wrap. */
  readonly caption?: readonly string[];
  /** Stages to show; all by default. A stage that took no time in any frame is left out. */
  readonly stages?: readonly StageSeries[];
}

// Lengths in pixels of the picture.
const WIDTH = 960;
const LEFT = 64;
const RIGHT = 28;
const PLOT_WIDTH = WIDTH - LEFT - RIGHT;
const PLOT_HEIGHT = 190;
/** Space above each plot, for its title and the unit of its axis. */
const ABOVE = 48;
/** Space below each plot, for frame numbers. */
const BELOW = 36;
/** Space between the picture's edge and its content. */
const MARGIN = 24;
const TITLE_LINE = 30;
const CAPTION_LINE = 18;
const LEGEND_LINE = 22;
/** Distance between the legend and the first panel. */
const LEGEND_GAP = 10;
/** Side of a colour's square in the legend. */
const SWATCH = 12;
/** Distance between a panel's title and its note. */
const NOTE_GAP = 16;
/** Maximum width of a bar. */
const MAX_BAR_WIDTH = 16;
/** Minimum width of bars with a gap between them. Narrower bars overlap by OVERLAP, so that no background shows between them. */
const MIN_WIDTH_WITH_GAP = 4;
const OVERLAP = 0.25;
/** Minimum distance between two frame numbers. */
const FRAME_NUMBER_DISTANCE = 64;
/** Colour of the grid lines and of the picture's border. */
const GRID = '#e3e8eb';

/**
 * Returns a self-contained SVG file: a chart of stacked bars over frames, one panel below the other. The chart has a white
 * background, so that it looks the same on light and dark pages.
 */
export function stackedBars(panels: readonly BarPanel[], chart: BarChart = {}): string {
  const given = chart.stages ?? STAGE_SERIES;
  const legend = legendOf(given.filter((series) => panels.some((panel) => tookTime(panel, series))));
  const titleHeight = chart.title === undefined ? 0 : TITLE_LINE;
  let y = MARGIN + titleHeight + legend.height;
  const parts = panels.map((panel) => {
    const plot = plotOf(panel, panels, given);
    y += ABOVE + plot.height + BELOW;
    return panelOf(panel, plot, y - BELOW - plot.height - ABOVE);
  });
  const caption = (chart.caption ?? []).flatMap((text) => wrapped(text, PLOT_WIDTH, 12));
  const height = y + caption.length * CAPTION_LINE + MARGIN;
  const lines = caption.map((text, i) => label(LEFT, y + CAPTION_LINE * (i + 0.75), text, { size: 12 }));
  const title = truncated(chart.title ?? '', PLOT_WIDTH, 18, true);
  const heading = title === '' ? [] : [label(LEFT, MARGIN + 16, title, { size: 18, weight: 600, fill: INK })];
  const content = [
    '',
    element('title', {}, escaped(chart.title ?? panels.map(({ title }) => title).join(', '))),
    element('rect', { x: 0.5, y: 0.5, width: WIDTH - 1, height: height - 1, rx: 10, fill: '#fff', stroke: GRID }),
    ...heading,
    group(LEFT, MARGIN + titleHeight, legend.text),
    ...parts,
    ...lines,
    '',
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${WIDTH} ${height}`,
    width: WIDTH,
    height,
    role: 'img',
    'font-family': "system-ui, -apple-system, 'Segoe UI', 'Open Sans', sans-serif",
  };
  return `${element('svg', attributes, content.join('\n'))}\n`;
}

/** Moves elements, given as SVG text, by (x, y) [pixels]. */
const group = (x: number, y: number, content: string): string =>
  element('g', { transform: `translate(${x} ${y})` }, content);

/** A panel's axes, the stages shown in it, and its height [pixels]. */
interface BarPlot extends FrameAxis, TimeAxis {
  readonly stages: readonly StageSeries[];
  readonly height: number;
}

/** Computes the axes and stages of a panel. @param given stages of the panels without a list of their own */
function plotOf(panel: BarPanel, panels: readonly BarPanel[], given: readonly StageSeries[]): BarPlot {
  const axis = frameAxis(panels.flatMap(({ frames }) => frames));
  const sameScale = panels.filter(({ stages }) => stages === panel.stages);
  const stages = (panel.stages ?? given).filter((series) => sameScale.some((one) => tookTime(one, series)));
  const scale = timeAxis(
    sameScale.map(({ frames }) => frames),
    axis,
    stages,
  );
  return { ...axis, ...scale, stages, height: panel.height ?? PLOT_HEIGHT };
}

const tookTime = ({ frames }: BarPanel, { stage }: StageSeries): boolean => frames.some((row) => row.stages[stage] > 0);

/** Distance between the left sides of two neighbouring bars [pixels]. */
const pitchOf = ({ bars }: FrameAxis): number => Math.min(MAX_BAR_WIDTH, PLOT_WIDTH / bars);

/** Draws a panel. @param top y coordinate of its upper edge [pixels] */
function panelOf(panel: BarPanel, plot: BarPlot, top: number): string {
  const note = panel.note ?? '';
  const titleWidth = PLOT_WIDTH - (note === '' ? 0 : widthOf(note, 12) + NOTE_GAP);
  const axis = stroke(`M0 ${plot.height}h${PLOT_WIDTH}`, QUIET);
  const parts = [
    label(0, 16, truncated(panel.title, titleWidth, 14, true), { size: 14, weight: 600, fill: INK }),
    label(PLOT_WIDTH, 16, note, { size: 12, anchor: 'end' }),
    label(-8, ABOVE - 10, 'ms', { size: 12, anchor: 'end' }),
    group(
      0,
      ABOVE,
      onLines([
        ...gridOf(plot),
        ...barPathsOf(panel, plot),
        ...overlapLineOf(panel, plot),
        axis,
        ...frameNumbersOf(plot),
      ]),
    ),
  ];
  return group(LEFT, top, onLines(parts));
}

const stroke = (d: string, colour: string): string => element('path', { d, stroke: colour, fill: 'none' });

/** Puts each element on a line of its own. */
const onLines = (parts: readonly string[]): string => `\n${parts.filter((part) => part !== '').join('\n')}\n`;

/** Draws the bars, with one SVG path per stage: with six stages, a hundred bars are six elements instead of six hundred. */
function barPathsOf(panel: BarPanel, plot: BarPlot): string[] {
  const { stages, height, top } = plot;
  const bars = barsOf(panel.frames, plot, stages);
  const pitch = pitchOf(plot);
  const width = number(pitch >= MIN_WIDTH_WITH_GAP ? pitch - 1 : pitch + OVERLAP);
  const heightOf = (ms: number) => (height * ms) / top;
  return stages.map(({ stage, label: name, colour }, s) => {
    const boxes = bars.map((bar, i) => {
      if (bar[s] === 0) return '';
      const floor = height - heightOf(sumOf(bar.slice(0, s)));
      return `M${number(i * pitch)} ${number(floor)}v${number(-heightOf(bar[s]))}h${width}v${number(heightOf(bar[s]))}z`;
    });
    const title = element('title', {}, escaped(name));
    return element('path', { 'data-stage': stage, fill: colour, d: boxes.join('') }, title);
  });
}

/** A line over the bars: the share of the volume that lies in other volume. Its scale, up to a round number of percent, is named above the plot. */
function overlapLineOf({ frames }: BarPanel, plot: BarPlot): string[] {
  const shares = overlapsOf(frames, plot);
  const most = Math.max(...shares);
  if (!(most > 0)) return [];
  const top = Math.min(1, roundUp(most));
  const pitch = pitchOf(plot);
  const points = shares.map((share, i) => `${number((i + 0.5) * pitch)} ${number(plot.height * (1 - share / top))}`);
  const name = `line: volume in other volume, up to ${Number((100 * top).toPrecision(6))} %`;
  const attributes = { 'data-overlap': top, d: `M${points.join('L')}`, stroke: INK, 'stroke-width': 1.5, fill: 'none' };
  return [
    element('path', attributes, element('title', {}, name)),
    label(PLOT_WIDTH, -10, name, { size: 12, anchor: 'end' }),
  ];
}

/** Grid lines and numbers of the vertical axis. */
function gridOf({ top, step, height }: BarPlot): string[] {
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  return lines.flatMap((ms) => {
    const y = number(height * (1 - ms / top));
    return [
      stroke(`M0 ${y}h${PLOT_WIDTH}`, GRID),
      label(-8, Number(y) + 4, String(Number(ms.toPrecision(6))), { size: 12, anchor: 'end' }),
    ];
  });
}

/** Frame numbers under the middles of their bars, and the axis' name at the right end. */
function frameNumbersOf(plot: BarPlot): string[] {
  const { first, perBar, bars, height } = plot;
  const pitch = pitchOf(plot);
  const interval = Math.max(1, roundUp((FRAME_NUMBER_DISTANCE * perBar) / pitch));
  const last = first + bars * perBar - 1;
  const labels: string[] = [];
  for (let frame = interval * Math.ceil(first / interval); frame <= last; frame += interval) {
    const x = (Math.floor((frame - first) / perBar) + 0.5) * pitch;
    // Leaves space for the axis' name.
    if (x > PLOT_WIDTH - FRAME_NUMBER_DISTANCE) continue;
    labels.push(stroke(`M${number(x)} ${height}v4`, QUIET));
    labels.push(label(x, height + 18, String(frame), { size: 12, anchor: 'middle' }));
  }
  return [...labels, label(PLOT_WIDTH, height + 18, 'frame', { size: 12, anchor: 'end' })];
}

/** The legend: colour swatches with names, in stacking order from the lowest, wrapped into lines. */
function legendOf(stages: readonly StageSeries[]): { readonly text: string; readonly height: number } {
  let [x, y] = [0, 0];
  const items = stages.map(({ label: name, colour }) => {
    const width = SWATCH + 6 + widthOf(name, 13) + 18;
    if (x > 0 && x + width > PLOT_WIDTH) [x, y] = [0, y + LEGEND_LINE];
    const square = element('rect', { x, y: y + 2, width: SWATCH, height: SWATCH, rx: 2, fill: colour });
    const text = label(x + SWATCH + 6, y + 12, name, { size: 13, fill: INK });
    x += width;
    return square + text;
  });
  return { text: items.join(''), height: y + LEGEND_LINE + LEGEND_GAP };
}
