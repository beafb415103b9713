import { element, escaped, INK, label, number, QUIET, widthOf, wrapped } from '../../src/record/svg.ts';

/** A curve's looks. */
export interface CurveStyle {
  readonly name: string;
  /** #rrggbb */
  readonly colour: string;
  readonly marker?: 'circle' | 'square' | 'triangle' | 'diamond';
  readonly dashes?: string;
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  /** Text beside the point. */
  readonly text?: string;
}

export interface Curve {
  readonly style: CurveStyle;
  readonly points: readonly CurvePoint[];
}

export interface LogPanel {
  readonly title: string;
  readonly note?: string;
  readonly curves: readonly Curve[];
}

export interface LogPlot {
  readonly title: string;
  readonly caption: readonly string[];
  /** Names of the axes. */
  readonly x: string;
  readonly y: string;
  /** Lowest and highest value of the vertical axis, powers of ten. */
  readonly range: readonly [number, number];
  /** Writes a value of the vertical axis. */
  tell(y: number): string;
  /** Entries of the legend. */
  readonly legend: readonly CurveStyle[];
}

// Lengths in pixels of the picture.
const WIDTH = 960;
const MARGIN = 24;
const LEFT = 64;
const GUTTER = 72;
const RIGHT = 28;
const COLUMNS = 2;
const PLOT_WIDTH = (WIDTH - LEFT - RIGHT - (COLUMNS - 1) * GUTTER) / COLUMNS;
const PLOT_HEIGHT = 250;
/** Space above a plot, for its title, and below it, for its numbers. */
const ABOVE = 40;
const BELOW = 52;
const TITLE_LINE = 30;
const LEGEND_LINE = 22;
const CAPTION_LINE = 18;
const GRID = '#e3e8eb';
const FINE_GRID = '#f3f5f6';
const MARK = 3.4;

/** Draws curves on logarithmic axes, two panels in a row. All panels share the vertical axis. @returns a self-contained SVG file */
export function logPlot(panels: readonly LogPanel[], plot: LogPlot): string {
  const legend = legendOf(plot.legend);
  const top = MARGIN + TITLE_LINE + legend.height;
  const rows = Math.ceil(panels.length / COLUMNS);
  const bottom = top + rows * (ABOVE + PLOT_HEIGHT + BELOW);
  const caption = plot.caption.flatMap((text) => wrapped(text, WIDTH - LEFT - RIGHT, 12));
  const height = bottom + caption.length * CAPTION_LINE + MARGIN - 8;
  const content = [
    '',
    element('title', {}, escaped(plot.title)),
    element('rect', { x: 0.5, y: 0.5, width: WIDTH - 1, height: height - 1, rx: 10, fill: '#fff', stroke: GRID }),
    element(
      'clipPath',
      { id: 'plot' },
      element('rect', { x: -6, y: -14, width: PLOT_WIDTH + 12 + GUTTER / 2, height: PLOT_HEIGHT + 14 }),
    ),
    label(LEFT, MARGIN + 16, plot.title, { size: 18, weight: 600, fill: INK }),
    group(LEFT, MARGIN + TITLE_LINE, legend.text),
    ...panels.map((panel, i) =>
      group(
        LEFT + (i % COLUMNS) * (PLOT_WIDTH + GUTTER),
        top + Math.floor(i / COLUMNS) * (ABOVE + PLOT_HEIGHT + BELOW) + ABOVE,
        panelOf(panel, plot),
      ),
    ),
    ...caption.map((text, i) => label(LEFT, bottom + CAPTION_LINE * (i + 0.5), text, { size: 12 })),
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

const group = (x: number, y: number, content: string): string =>
  element('g', { transform: `translate(${number(x)} ${number(y)})` }, content);

/** Returns the range of all values, with some air. */
const rangeOf = (values: readonly number[]): [number, number] => [Math.min(...values) / 1.3, Math.max(...values) * 1.3];

function panelOf({ title, note = '', curves }: LogPanel, plot: LogPlot): string {
  const [left, right] = rangeOf(curves.flatMap(({ points }) => points.map(({ x }) => x)));
  const [low, high] = plot.range;
  const xOf = (x: number) => (PLOT_WIDTH * Math.log(x / left)) / Math.log(right / left);
  const yOf = (y: number) => (PLOT_HEIGHT * Math.log(high / y)) / Math.log(high / low);
  const parts = [
    label(0, -16, title, { size: 14, weight: 600, fill: INK }),
    label(PLOT_WIDTH, -16, note, { size: 12, anchor: 'end' }),
    ...verticals(left, right, xOf),
    ...horizontals(plot, yOf),
    line(`M0 ${PLOT_HEIGHT}h${PLOT_WIDTH}`, QUIET),
    label(PLOT_WIDTH, PLOT_HEIGHT + 36, plot.x, { size: 12, anchor: 'end' }),
    label(-8, -16, plot.y, { size: 12, anchor: 'end' }),
    element('g', { 'clip-path': 'url(#plot)' }, curves.map((curve) => curveOf(curve, plot, xOf, yOf)).join('\n')),
    ...curves.flatMap((curve) => textsOf(curve, plot, xOf, yOf)),
  ];
  return `\n${parts.filter((part) => part !== '').join('\n')}\n`;
}

const line = (d: string, stroke: string): string => element('path', { d, stroke, fill: 'none' });

/** Grid lines of the horizontal axis: strong ones with numbers at powers of ten, fine ones at their multiples. */
function verticals(left: number, right: number, xOf: (x: number) => number): string[] {
  const lines: string[] = [];
  const powers = Math.log10(right / left);
  for (let power = Math.floor(Math.log10(left)); 10 ** power <= right; power++)
    for (let factor = 1; factor < 10; factor++) {
      const x = factor * 10 ** power;
      if (x < left * 0.999 || x > right * 1.001) continue;
      const at = number(xOf(x));
      lines.push(line(`M${at} 0v${PLOT_HEIGHT}`, factor === 1 ? GRID : FINE_GRID));
      if (factor === 1 || (powers < 3 && (factor === 2 || factor === 5)))
        lines.push(
          label(xOf(x), PLOT_HEIGHT + 18, Number(x.toPrecision(3)).toLocaleString('en'), {
            size: 12,
            anchor: 'middle',
          }),
        );
    }
  return lines;
}

function horizontals({ range: [low, high], tell }: LogPlot, yOf: (y: number) => number): string[] {
  const lines: string[] = [];
  for (let power = Math.round(Math.log10(low)); power <= Math.round(Math.log10(high)); power++) {
    const y = yOf(10 ** power);
    lines.push(line(`M0 ${number(y)}h${PLOT_WIDTH}`, GRID));
    lines.push(label(-8, y + 4, tell(10 ** power), { size: 12, anchor: 'end' }));
  }
  return lines;
}

/** Draws a curve and its points. Points outside the vertical axis only give the line its direction. */
function curveOf(
  { style, points }: Curve,
  { range: [low, high] }: LogPlot,
  xOf: (x: number) => number,
  yOf: (y: number) => number,
): string {
  const { name, colour, marker, dashes } = style;
  const at = points.map(({ x, y }) => [xOf(x), yOf(y)] as const);
  const d = at.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`).join('');
  const attributes = { d, stroke: colour, fill: 'none', 'stroke-width': marker ? 2 : 1.4, 'stroke-linejoin': 'round' };
  const path = element('path', { ...attributes, 'stroke-dasharray': dashes }, element('title', {}, escaped(name)));
  const marks = at.map(([x, y], i) => {
    if (!marker || points[i].y < low || points[i].y > high) return '';
    return element('path', { d: markerAt(marker, x, y), fill: colour, stroke: '#fff', 'stroke-width': 1 });
  });
  return [path, ...marks].join('');
}

/** Writes the texts of a curve's points, each with a white edge that keeps it readable on other curves. */
function textsOf(
  { style: { colour, marker }, points }: Curve,
  { range: [low, high] }: LogPlot,
  xOf: (x: number) => number,
  yOf: (y: number) => number,
): string[] {
  const edge = { stroke: '#fff', 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
  return points.flatMap(({ x, y, text }) =>
    marker && text !== undefined && y >= low && y <= high
      ? [element('text', { x: xOf(x) + 6, y: yOf(y) - 6, 'font-size': 11, fill: colour, ...edge }, escaped(text))]
      : [],
  );
}

function markerAt(marker: NonNullable<CurveStyle['marker']>, x: number, y: number): string {
  const [a, r] = [`${number(x)} ${number(y)}`, MARK];
  if (marker === 'circle')
    return `M${number(x - r)} ${number(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  if (marker === 'square') return `M${a}m${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`;
  if (marker === 'triangle') return `M${a}m0 ${-1.25 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}z`;
  return `M${a}m0 ${-1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`;
}

/** Draws the legend: a piece of each curve with its name. */
function legendOf(styles: readonly CurveStyle[]): { readonly text: string; readonly height: number } {
  let [x, y] = [0, 0];
  const items = styles.map(({ name, colour, marker, dashes }) => {
    const width = 34 + widthOf(name, 13) + 18;
    if (x > 0 && x + width > WIDTH - LEFT - RIGHT) [x, y] = [0, y + LEGEND_LINE];
    const at = `M${number(x)} ${y + 8}h26`;
    const stroke = {
      d: at,
      stroke: colour,
      fill: 'none',
      'stroke-width': marker ? 2 : 1.4,
      'stroke-dasharray': dashes,
    };
    const mark = marker ? element('path', { d: markerAt(marker, x + 13, y + 8), fill: colour, stroke: '#fff' }) : '';
    const item = element('path', stroke) + mark + label(x + 34, y + 12, name, { size: 13, fill: INK });
    x += width;
    return item;
  });
  return { text: items.join(''), height: y + LEGEND_LINE + 4 };
}
