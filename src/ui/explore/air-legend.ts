import type { AirExplanation } from '../../simulation/view/explain/explain-air.ts';
import { colourSwatches, swatchColour } from '../swatches.ts';
import { airHeadline, airReason, flipInWords, measureInWords, quality } from './air-words.ts';
import { length } from './words.ts';

/** Figures of the air on the card. */
export interface AirNews {
  readonly count: number;
  readonly inverted: number;
  readonly dimension: 2 | 3;
  readonly explained: AirExplanation | undefined;
  /** Names of the bodies at the corners of the explained element, and their colours as #rrggbb. */
  readonly bodies: readonly { readonly name: string; readonly colour: string }[];
}

const row = (name: string, value: string, note = '') =>
  `<dt>${name}</dt><dd>${value}</dd>${note && `<dd class="note">${note}</dd>`}`;

/** Fills `host` with the figures of an air mesh and of the chosen element. @param next called when the person asks for the next inverted one */
export function fillAir(host: HTMLElement, news: AirNews, next: () => void): void {
  const { count, inverted, explained } = news;
  const told = explained ? '<p class="headline"></p><p class="where"></p>' : '';
  const totals = `<dl class="totals">${row('elements of air', count.toLocaleString('en'))}${row('inverted', inverted.toLocaleString('en'))}</dl>`;
  const button = inverted > 0 ? '<button class="next">Show the next inverted one</button>' : '';
  host.innerHTML = `${told}${explained ? elementRows(explained, news) : ''}${button}${totals}`;
  colourSwatches(host);
  host.querySelector('button')?.addEventListener('click', next);
  if (!explained) return;
  host.querySelector('.headline')!.textContent = airHeadline(explained);
  host.querySelector('.where')!.textContent = airReason(explained);
  // Names of bodies may come from a file: they are texts, never markup.
  host.querySelectorAll('.body').forEach((place, k) => {
    place.textContent = news.bodies[k].name;
  });
}

function elementRows(
  { measure, quality: shape, corners, flips }: AirExplanation,
  { dimension, bodies }: AirNews,
): string {
  const corner = corners.map(({ vertex, push, isHeld }, k) => {
    const chip = `<i class="dot" ${swatchColour(bodies[k].colour)}></i>`;
    const way = isHeld ? 'held' : push > 0 ? `pushed ${length(push)}` : 'not pushed';
    return row(`${chip}vertex ${vertex}`, way, '<span class="body"></span>');
  });
  const tried = flips.map((flip) => {
    const { name, qualities, outcome } = flipInWords(flip);
    return row(name, qualities, outcome);
  });
  const shapes = `quality (1 is ${dimension === 2 ? 'equilateral' : 'regular'})`;
  return `<dl>${row(dimension === 2 ? 'signed area' : 'signed volume', measureInWords(measure, dimension))}
    ${row(shapes, quality(shape))}${corner.join('')}</dl>
    <p class="head">${dimension === 2 ? 'Flips' : 'Removals'} tried, with the smallest quality before and after:</p>
    <dl>${tried.join('')}</dl>`;
}
