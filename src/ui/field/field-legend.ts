import { colourAt, cssColour, NO_VALUE } from '../../render/field/colour-map.ts';
import { quantityInWords } from '../panel/quantity.ts';
import type { FieldInWords } from './fields.ts';

/** Number of colours of the legend's scale. Between two of them, the browser interpolates. */
const STOPS = 17;
/** Places of the numbers below the scale, as shares of the range. */
const TICKS = [0, 0.5, 1];

const share = (i: number): number => i / (STOPS - 1);

/** Content of a legend. */
export interface LegendContent {
  readonly field: FieldInWords;
  /** Top of the range, in the field's own unit. */
  readonly top: number;
  /** Whether some values lie above the range. */
  readonly isExceeded: boolean;
  /** Whether some bodies have no value. */
  readonly hasGaps: boolean;
  /** Whether the range stays as it is. */
  readonly isKept: boolean;
}

/** Returns the numbers below the scale, with their units. */
export const ticksOf = ({ field: { unit, factor }, top, isExceeded }: LegendContent): readonly string[] =>
  TICKS.map((tick) => {
    const text = tick === 0 ? '0' : quantityInWords(Number((factor * tick * top).toPrecision(4)), unit);
    return tick === 1 && isExceeded ? `≥ ${text}` : text;
  });

/** Functions of the page that the legend calls. */
export interface LegendActions {
  keep(isKept: boolean): void;
  savePicture(): void;
  close(): void;
}

const CARD = `
  <h2></h2><button class="close" aria-label="Bodies in their own colours">×</button>
  <div class="scale"></div><p class="ticks"></p><p class="gap" hidden><span></span><i></i></p>
  <p class="actions"><label><input type="checkbox"> Keep this range</label><button class="save">Save picture</button></p>`;

/** The card that says which colour stands for which value. */
export class FieldLegend {
  private readonly title: HTMLElement;
  private readonly ticks: HTMLElement;
  private readonly gap: HTMLElement;
  private readonly keep: HTMLInputElement;
  /** The shown content, as one text; empty while the legend is hidden. */
  private shown = '';

  constructor(
    private readonly element: HTMLElement,
    actions: LegendActions,
  ) {
    element.innerHTML = CARD;
    const part = <E extends HTMLElement>(selector: string) => element.querySelector<E>(selector)!;
    this.title = part('h2');
    this.ticks = part('.ticks');
    this.gap = part('.gap');
    this.keep = part<HTMLInputElement>('input');
    const stops = Array.from({ length: STOPS }, (_, i) => cssColour(colourAt(share(i))));
    part('.scale').style.background = `linear-gradient(to right, ${stops.join()})`;
    part('.gap span').style.background = cssColour(NO_VALUE);
    this.keep.onchange = () => actions.keep(this.keep.checked);
    part('.save').onclick = () => actions.savePicture();
    part('.close').onclick = () => actions.close();
  }

  hide(): void {
    this.shown = '';
    this.element.hidden = true;
  }

  /** Shows a content. Called for each picture, so that nothing is written to the page unless the content has changed. */
  show(content: LegendContent): void {
    const shown = JSON.stringify(content);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.hidden = false;
    this.title.textContent = content.field.title;
    this.title.title = content.field.meaning;
    const ticks = ticksOf(content);
    if (this.ticks.childElementCount !== ticks.length)
      this.ticks.replaceChildren(...ticks.map(() => document.createElement('span')));
    for (const [i, tick] of ticks.entries()) this.ticks.children[i]!.textContent = tick;
    this.gap.hidden = !content.hasGaps;
    this.gap.lastElementChild!.textContent = content.field.without;
    this.keep.checked = content.isKept;
  }
}

/** Text and font of pictures. */
const INK = '#23272e';
const FONT = '12px system-ui, sans-serif';
const TITLE_FONT = '600 13px system-ui, sans-serif';

/**
 * Sizes of a legend in a picture [pixels of a picture of scale 1]. Baselines and the scale's top are measured from the legend's top; a
 * line for bodies without a value is added if there are some.
 */
const WIDTH = 260;
const HEIGHT = 74;
const MARGIN = 14;
const CORNER = 8;
const TITLE_BASELINE = 21;
const BAR = { top: 30, height: 12 } as const;
const TICK_BASELINE = 59;
const GAP_LINE = { baseline: 81, height: 22, swatch: 12, space: 6 } as const;

/**
 * Draws a legend in the lower left corner of a picture: dark text on white, as a paper prints it.
 * @param scale pixels of the picture per pixel of the page
 */
export function drawLegend(context: CanvasRenderingContext2D, content: LegendContent, scale: number): void {
  const height = HEIGHT + (content.hasGaps ? GAP_LINE.height : 0);
  const barWidth = WIDTH - 2 * MARGIN;
  context.save();
  context.scale(scale, scale);
  context.translate(MARGIN, context.canvas.height / scale - height - MARGIN);
  context.fillStyle = '#fff';
  context.beginPath();
  context.roundRect(0, 0, WIDTH, height, CORNER);
  context.fill();
  const gradient = context.createLinearGradient(MARGIN, 0, MARGIN + barWidth, 0);
  for (let i = 0; i < STOPS; i++) gradient.addColorStop(share(i), cssColour(colourAt(share(i))));
  context.fillStyle = gradient;
  context.fillRect(MARGIN, BAR.top, barWidth, BAR.height);
  if (content.hasGaps) {
    const { baseline, swatch, space } = GAP_LINE;
    context.fillStyle = cssColour(NO_VALUE);
    context.fillRect(MARGIN, baseline - swatch + 2, swatch, swatch);
    context.fillStyle = INK;
    context.font = FONT;
    context.fillText(content.field.without, MARGIN + swatch + space, baseline, barWidth - swatch - space);
  }
  context.fillStyle = INK;
  context.font = TITLE_FONT;
  context.fillText(content.field.title, MARGIN, TITLE_BASELINE);
  context.font = FONT;
  const alignments = ['left', 'center', 'right'] as const;
  for (const [i, text] of ticksOf(content).entries()) {
    context.textAlign = alignments[i]!;
    context.fillText(text, MARGIN + TICKS[i]! * barWidth, TICK_BASELINE);
  }
  context.restore();
}

/** Height of a half's name, and the space at its left and right [pixels of a picture of scale 1]. */
const SIDE_HEIGHT = 28;
const SIDE_PADDING = 12;
/** Baseline of the name below its card's top [pixels of a picture of scale 1]. */
const SIDE_BASELINE = 19;

/**
 * Draws the name of one half of a comparison at the top of its picture.
 * @param middle of the half [pixels of the picture]
 * @param scale pixels of the picture per pixel of the page
 */
export function drawSide(context: CanvasRenderingContext2D, text: string, middle: number, scale: number): void {
  context.save();
  context.translate(middle, 0);
  context.scale(scale, scale);
  context.font = TITLE_FONT;
  context.textAlign = 'center';
  const width = context.measureText(text).width + 2 * SIDE_PADDING;
  context.fillStyle = '#fff';
  context.beginPath();
  context.roundRect(-width / 2, MARGIN, width, SIDE_HEIGHT, CORNER);
  context.fill();
  context.fillStyle = INK;
  context.fillText(text, 0, MARGIN + SIDE_BASELINE);
  context.restore();
}
