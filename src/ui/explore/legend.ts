import { EXPLORE } from '../../render/overlay-palette.ts';
import { type End, type Explanation, fieldEnd } from '../../simulation/view/explain/explanation.ts';
import {
  aboutLines,
  coloursOf,
  count,
  euclideanVerdict,
  fieldVerdict,
  length,
  type Owner,
  REASONS,
  restShapeVerdict,
} from './words.ts';
import { colourSwatches, swatchColour } from '../swatches.ts';

/** The explanations that the legend shows: one per element that contains the point. */
export interface LegendContent {
  /** A sentence that says where the point lies. */
  readonly where: string;
  readonly explanations: readonly Explanation[];
  /** One per explanation. */
  readonly owners: readonly Owner[];
  /** Index of the explanation whose details are shown. */
  readonly focus: number;
}

/** Nouns for elements and boundary, which differ between 3D and 2D. */
export interface Nouns {
  readonly element: string;
  readonly boundary: string;
}

/** Fills `host` with the legend of the picture and its numbers. @param next called when the person asks for the next explanation */
export function fillLegend(host: HTMLElement, content: LegendContent, nouns: Nouns, next: () => void): void {
  const { where, explanations, owners, focus } = content;
  host.innerHTML = `<p class="where"></p><dl>${answers(content, nouns)}</dl>${rejectedPoints(explanations[focus], nouns)}`;
  colourSwatches(host);
  host.querySelector('p')!.textContent = where;
  const others = new Set(owners.map(({ name }) => name)).size - 1;
  if (others === 0) return;
  const button = document.createElement('button');
  button.className = 'next';
  button.textContent = others === 1 ? 'Show the other path (or click)' : 'Show the next path (or click)';
  button.onclick = next;
  host.querySelector('dl')!.after(button);
}

/** Fills `host` with the meaning of the lines of equal depth in a section. @param spacing step of depth between the lines [m] */
export function fillLinesKey(host: HTMLElement, spacing: number): void {
  const exact = `${swatch(EXPLORE.path, 'line')}exact depth`;
  const carried = `${swatch(EXPLORE.distanceField, 'thin')}distance field`;
  host.innerHTML = `<p><span>${exact}</span> <span>${carried}</span></p><p class="note"></p>`;
  colourSwatches(host);
  host.querySelector('.note')!.textContent = aboutLines(spacing);
}

const hex = (colour: { getHexString(): string }) => `#${colour.getHexString()}`;

const swatch = (colour: { getHexString(): string }, shape: 'line' | 'thin' | 'dashed' | 'dot') =>
  `<i class="${shape}" ${swatchColour(hex(colour))}></i>`;

const row = (swatchMarkup: string, name: string, value: string, note: string) =>
  `<dt>${swatchMarkup}${name}</dt><dd>${value}</dd><dd class="note">${note}</dd>`;

function answers({ explanations, owners, focus }: LegendContent, { element }: Nouns): string {
  const { euclidean, restShape } = explanations[focus];
  const colours = coloursOf(owners, focus);
  const isFirst = (i: number) => owners.findIndex(({ name }) => name === owners[i].name) === i;
  const hasFocus = (i: number) => owners[i].name === owners[focus].name;
  const all = explanations.map((_, i) => i);
  const ways = [focus, ...all.filter((i) => isFirst(i) && !hasFocus(i))].map((i) => {
    const { answer } = explanations[i];
    const { name, body } = owners[i];
    const chip = body ? ` <b class="chip" ${swatchColour(hex(body))}></b>` : '';
    const note = answer
      ? `shortest path, through ${count(answer.elements.length, element)}`
      : 'no valid path leads out';
    return row(swatch(colours[i], 'line'), name + chip, answer ? length(answer.distance) : '–', note);
  });
  const closest = (foot: End | undefined) => (foot ? length(foot.distance) : '–');
  const explanation = explanations[focus];
  return [
    ...ways,
    row(swatch(EXPLORE.euclidean, 'dashed'), 'Euclidean closest', closest(euclidean), euclideanVerdict(explanation)),
    row(swatch(EXPLORE.restShape, 'dashed'), 'rest-shape closest', closest(restShape), restShapeVerdict(explanation)),
    explanation.distanceField === undefined
      ? ''
      : row(
          swatch(EXPLORE.distanceField, 'dashed'),
          'distance field',
          closest(fieldEnd(explanation)),
          fieldVerdict(explanation),
        ),
  ].join('');
}

const REJECTING_VERDICTS = [
  ['elsewhere', EXPLORE.invalid],
  ['left', EXPLORE.invalid],
  ['outer', EXPLORE.outer],
  ['culled', EXPLORE.culled],
] as const;

function rejectedPoints({ counts, candidates, answer }: Explanation, { boundary }: Nouns): string {
  const nearerCount = counts.outer + counts.culled + counts.left + counts.elsewhere;
  const lines = REJECTING_VERDICTS.filter(([verdict]) => counts[verdict] > 0).map(([verdict, colour]) => {
    const { name, why } = REASONS[verdict];
    return row(swatch(colour, 'dot'), name, counts[verdict].toLocaleString('en'), why);
  });
  const drawnCount = candidates.filter(({ verdict }) => verdict !== 'answer' && verdict !== 'own').length;
  const listed = drawnCount < nearerCount ? ` (the nearest ${drawnCount} are drawn)` : '';
  const head =
    nearerCount > 0
      ? `${count(nearerCount, 'point')} of the ${boundary} ${nearerCount === 1 ? 'is' : 'are'} nearer, but no valid way out${listed}:`
      : answer
        ? `The nearest point of the ${boundary} is the answer: it was the first one tried.`
        : '';
  const own =
    counts.own > 0
      ? `<p class="farther">${swatch(EXPLORE.own, 'dot')}The point itself is one of this ${boundary} (own vertex): it doesn’t count as a way out.</p>`
      : '';
  return `<p class="head">${head}</p><dl>${lines.join('')}</dl>${own}
    <p class="farther">${count(counts.farther, 'other point')} skipped: farther away.</p>`;
}
