import { STAGE_SERIES } from '../../record/stage-colours.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { swatchColour } from '../swatches.ts';
import { barHeight } from './scale.ts';

/** Distance from the tip to the chart and to the window's top [pixels]. */
const GAP = 6;
/** Horizontal distance from the mouse to a tip beside the mouse [pixels]. */
const MOUSE_GAP = 18;

const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const count = (value: number) => Math.round(value).toLocaleString('en');
const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;

/** Rows of the tip below the times. */
const COUNTS: readonly (readonly [string, (row: FrameRow) => string])[] = [
  ['path queries per step', ({ queries }) => count(queries)],
  ['contacts', ({ contactsCcd, contactsDcd }) => count(contactsCcd + contactsDcd)],
  ['penetrating points', ({ penetrating }) => count(penetrating)],
  ['volume in other volume', ({ overlapShare }) => percent(overlapShare)],
];

/** Returns a frame's numbers as an HTML table, one column per side. @param titles names of the sides of a comparison; else empty */
export function tipOf(frame: number, rows: readonly (FrameRow | undefined)[], titles: readonly string[]): string {
  const cells = (text: (row: FrameRow) => string) => rows.map((row) => `<td>${row ? text(row) : '–'}</td>`).join('');
  const heads = titles.map((title) => `<th>${title}</th>`).join('');
  // The rows have the order of the bar's segments, the top one first.
  const stages = STAGE_SERIES.toReversed()
    .filter(({ stage }) => rows.some((row) => row && row.stages[stage] > 0))
    .map(({ stage, label, colour }) => {
      const times = cells(({ stages }) => ms(stages[stage]));
      return `<tr><th><i ${swatchColour(colour)}></i>${label}</th>${times}</tr>`;
    });
  const counts = COUNTS.map(([name, of]) => `<tr><th>${name}</th>${cells(of)}</tr>`);
  return `<table><thead><tr><th>frame ${frame}</th>${heads || '<td>ms</td>'}</tr></thead>
    <tbody>${stages.join('')}<tr class="sum"><th>all stages</th>${cells((row) => ms(barHeight(row)))}</tr></tbody>
    <tbody>${counts.join('')}</tbody></table>`;
}

/**
 * Places the tip above the chart, centred on the mouse. The tip never extends to the left or right of the chart, so that it doesn't
 * cover the panels beside it. If there is too little space above, the tip covers the chart beside the mouse, so that the bar under the
 * mouse stays visible.
 * @param x distance of the mouse from the chart's left [pixels]
 */
export function placeTip(tip: HTMLElement, chart: HTMLElement, x: number): void {
  const { offsetWidth: width, offsetHeight: height } = tip;
  const space = chart.getBoundingClientRect().top - 2 * GAP;
  const maxLeft = chart.clientWidth - width;
  const beside = x + MOUSE_GAP <= maxLeft ? x + MOUSE_GAP : x - MOUSE_GAP - width;
  tip.style.left = `${Math.max(0, Math.min(height <= space ? x - width / 2 : beside, maxLeft))}px`;
  tip.style.top = `${-GAP - Math.min(height, space)}px`;
}
