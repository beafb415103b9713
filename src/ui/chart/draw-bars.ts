import type { TimeAxis } from '../../record/bar-plot.ts';
import { STAGE_SERIES } from '../../record/stage-colours.ts';
import { CAPACITY, type FrameWindow } from './frame-window.ts';
import { barHeight } from './scale.ts';

/** The place of one side's bars on the canvas [device pixels]. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Distance from one bar to the next. */
  readonly pitch: number;
  /** Width of a bar. */
  readonly barWidth: number;
}

/** Number of frames that the chart should show: some seconds of a run, or the whole run of a scene of a hundred frames. */
const TARGET_FRAMES = 150;
/** Bounds of the distance from one bar to the next [CSS pixels]: narrower bars can't be told apart, wider ones look clumsy. */
const MIN_PITCH = 2;
const MAX_PITCH = 8;
/** Bars have a gap of one pixel between them if the pitch is at least this [device pixels]. */
const MIN_PITCH_WITH_GAP = 4;

/** Colour of texts: that of the canvas element, which the style sheet makes light or dark. */
const textColour = ({ canvas }: CanvasRenderingContext2D): string => getComputedStyle(canvas).color;
/** Colours that are visible on a light card and on a dark one. */
const GRID_COLOUR = 'rgb(120 132 144 / 24%)';
const HOVER_COLOUR = 'rgb(120 132 144 / 30%)';
/** Possible distances between the frame numbers below the axis [frames]. */
const LABEL_STEPS = [5, 10, 25, 50, 100];
/** Width that a frame number needs [CSS pixels]. */
const LABEL_WIDTH = 44;

/** Lays out a plot [device pixels]. @param ratio device pixels per CSS pixel */
export function plotOf(left: number, top: number, width: number, height: number, ratio: number): Plot {
  const pitch = Math.max(
    Math.round(MIN_PITCH * ratio),
    Math.min(Math.round(MAX_PITCH * ratio), Math.round(width / TARGET_FRAMES)),
  );
  return { left, top, width, height, pitch, barWidth: pitch >= MIN_PITCH_WITH_GAP ? pitch - 1 : pitch };
}

/** Returns the number of bars that fit into a plot. */
export const barsThatFit = ({ width, pitch }: Plot): number => Math.min(CAPACITY, Math.floor(width / pitch));

/** The frames of one side that are drawn. */
export interface PlotContent {
  readonly window: FrameWindow;
  /** Numbers of the first and the last frame shown. */
  readonly first: number;
  readonly last: number;
  /** The frame under the mouse; -1 for none. */
  readonly hoveredFrame: number;
  readonly title: string;
}

/** Per bar: the height at which the next stage begins [ms]. Allocated once, because the chart is drawn at every frame. */
const bottoms = new Float64Array(CAPACITY);

/** Draws the bars of one side, stage by stage from below, so that the fill colour changes once per stage. */
export function drawBars(context: CanvasRenderingContext2D, plot: Plot, axis: TimeAxis, content: PlotContent): void {
  const { left, top, height, pitch, barWidth } = plot;
  const { window, first, last, hoveredFrame } = content;
  const floor = top + height;
  const pixelsPerMs = height / axis.top;
  if (hoveredFrame >= first && hoveredFrame <= last) {
    context.fillStyle = HOVER_COLOUR;
    context.fillRect(
      left + (hoveredFrame - first) * pitch - (pitch - barWidth),
      top,
      barWidth + 2 * (pitch - barWidth),
      height,
    );
  }
  bottoms.fill(0);
  for (const { stage, colour } of STAGE_SERIES) {
    context.fillStyle = colour;
    for (let i = 0; i <= last - first; i++) {
      const ms = window.at(first + i)?.stages[stage] ?? 0;
      if (ms <= 0 || bottoms[i] >= axis.top) continue;
      const from = Math.round(floor - bottoms[i] * pixelsPerMs);
      bottoms[i] += ms;
      const to = Math.round(floor - Math.min(bottoms[i], axis.top) * pixelsPerMs);
      context.fillRect(left + i * pitch, to, barWidth, from - to);
    }
  }
}

/** Writes heights above the bars that are cut off at the end of the axis. A height is left out if there is no space for it. */
export function drawOutliers(
  context: CanvasRenderingContext2D,
  plot: Plot,
  axis: TimeAxis,
  { window, first, last }: PlotContent,
): void {
  const { left, top, width, pitch } = plot;
  context.fillStyle = textColour(context);
  context.textBaseline = 'bottom';
  let freeX = left;
  for (let frame = first; frame <= last; frame++) {
    const row = window.at(frame);
    const ms = row ? barHeight(row) : 0;
    if (ms <= axis.top) continue;
    const text = `↑ ${ms.toFixed(0)}`;
    const x = left + (frame - first) * pitch;
    const textWidth = context.measureText(text).width;
    if (x < freeX || x + textWidth > left + width) continue;
    context.textAlign = 'left';
    context.fillText(text, x, top);
    freeX = x + 1.2 * textWidth;
  }
}

/**
 * Draws grid lines and frame numbers.
 * @param ratio device pixels per CSS pixel
 * @param hasNumbers whether numbers are drawn at the left of the time axis
 */
export function drawAxes(
  context: CanvasRenderingContext2D,
  plot: Plot,
  axis: TimeAxis,
  { first, last }: PlotContent,
  ratio: number,
  hasNumbers: boolean,
): void {
  const { left, top, width, height, pitch, barWidth } = plot;
  const floor = top + height;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  const text = textColour(context);
  for (let i = 0; i * axis.step <= axis.top * (1 + 1e-9); i++) {
    const y = Math.round(floor - (i * axis.step * height) / axis.top);
    context.fillStyle = i === 0 ? text : GRID_COLOUR;
    context.fillRect(left, y, width, Math.max(1, Math.floor(ratio)));
    context.fillStyle = text;
    if (hasNumbers) context.fillText(Number((i * axis.step).toPrecision(6)).toString(), left - 6 * ratio, y);
  }
  const labelStep = LABEL_STEPS.find((frames) => frames * pitch >= LABEL_WIDTH * ratio) ?? LABEL_STEPS.at(-1)!;
  context.textBaseline = 'top';
  context.textAlign = 'center';
  for (let frame = Math.ceil(first / labelStep) * labelStep; frame <= last; frame += labelStep) {
    const x = left + (frame - first) * pitch + barWidth / 2;
    context.fillText(String(frame), Math.max(x, left + 3 * ratio), floor + 4 * ratio);
  }
}

/** Draws a side's title, squeezed if it is wider than the plot. */
export function drawTitle(context: CanvasRenderingContext2D, plot: Plot, title: string, ratio: number): void {
  context.fillStyle = textColour(context);
  context.textBaseline = 'bottom';
  context.textAlign = 'left';
  context.fillText(title, plot.left, plot.top - 13 * ratio, plot.width);
}
