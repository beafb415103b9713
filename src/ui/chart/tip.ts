import { STAGE_SERIES } from '../../record/stage-colours.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { swatchColour } from '../swatches.ts';
import { barOf } from './scale.ts';

/** Between the tip and the chart below it, the window's top, and the mouse beside it [pixels]. */
const GAP = 6;
const BESIDE = 18;

const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const count = (value: number) => Math.round(value).toLocaleString('en');

/** What else a frame did. */
const FIGURES: readonly (readonly [string, (row: FrameRow) => number])[] = [
  ['path queries a step', ({ queries }) => queries],
  ['contacts', ({ contactsCcd, contactsDcd }) => contactsCcd + contactsDcd],
  ['penetrating points', ({ penetrating }) => penetrating],
];

/** A frame's numbers, a column a side: HTML that holds nothing but them. @param titles one a side, or none */
export function tipOf(frame: number, rows: readonly (FrameRow | undefined)[], titles: readonly string[]): string {
  const cells = (text: (row: FrameRow) => string) => rows.map((row) => `<td>${row ? text(row) : '–'}</td>`).join('');
  const heads = titles.map((title) => `<th>${title}</th>`).join('');
  // As the bars are stacked: the highest first.
  const stages = STAGE_SERIES.toReversed()
    .filter(({ stage }) => rows.some((row) => row && row.stages[stage] > 0))
    .map(({ stage, label, colour }) => {
      const times = cells(({ stages }) => ms(stages[stage]));
      return `<tr><th><i ${swatchColour(colour)}></i>${label}</th>${times}</tr>`;
    });
  const figures = FIGURES.map(([name, of]) => `<tr><th>${name}</th>${cells((row) => count(of(row)))}</tr>`);
  return `<table><thead><tr><th>frame ${frame}</th>${heads || '<td>ms</td>'}</tr></thead>
    <tbody>${stages.join('')}<tr class="sum"><th>all stages</th>${cells((row) => ms(barOf(row)))}</tr></tbody>
    <tbody>${figures.join('')}</tbody></table>`;
}

/**
 * Puts the tip over the chart, around the mouse as far as it stays within the chart's width, which is clear of all else. Where the
 * window is too low for that it stands beside the mouse, so that the bar under it is seen.
 * @param x of the mouse, from the chart's left [pixels]
 */
export function placeTip(tip: HTMLElement, chart: HTMLElement, x: number): void {
  const { offsetWidth: width, offsetHeight: height } = tip;
  const room = chart.getBoundingClientRect().top - 2 * GAP;
  const last = chart.clientWidth - width;
  const beside = x + BESIDE <= last ? x + BESIDE : x - BESIDE - width;
  tip.style.left = `${Math.max(0, Math.min(height <= room ? x - width / 2 : beside, last))}px`;
  tip.style.top = `${-GAP - Math.min(height, room)}px`;
}
