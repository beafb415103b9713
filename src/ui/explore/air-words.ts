import type { FlipTried } from '../../mesh/air/flips-tried.ts';
import type { AirExplanation } from '../../simulation/view/explain/explain-air.ts';
import { count } from './words.ts';

/** Instructions of the tool. */
export const CLICK_AIR =
  'Click an element of air, best a red one. Click again for the next one behind it. Arrows show where its corners are pushed.';

/** Units of volumes and areas, the largest first, in m^3 and m^2. */
const UNITS = {
  3: [
    ['m³', 1],
    ['dm³', 1e-3],
    ['cm³', 1e-6],
    ['mm³', 1e-9],
  ],
  2: [
    ['m²', 1],
    ['dm²', 1e-2],
    ['cm²', 1e-4],
    ['mm²', 1e-6],
  ],
} as const;

/** Writes a signed area or volume with three digits. @param value [m^2 or m^3] */
export function measureInWords(value: number, dimension: 2 | 3): string {
  const units = UNITS[dimension];
  const [unit, size] = units.find((one) => Math.abs(value) >= one[1]) ?? units.at(-1)!;
  return `${signed(value / size)} ${unit}`;
}

/** Writes a number with three digits and a true minus. */
const signed = (value: number): string => Number(value.toPrecision(3)).toString().replace('-', '−');

/** Says what the chosen element is. */
export function airHeadline({ measure }: AirExplanation): string {
  if (measure < 0) return 'This element is inverted.';
  return measure > 0 ? 'This element is as it should be.' : 'This element is flat.';
}

/** Says what follows from that. */
export function airReason({ measure, corners }: AirExplanation): string {
  const bodies = new Set(corners.map(({ body }) => body)).size;
  const between =
    bodies === 1
      ? 'It lies in a fold of one body.'
      : `It lies between ${count(bodies, 'body').replace('bodys', 'bodies')}.`;
  const pushed =
    measure < 0
      ? 'A projection pushes its corners along the arrows, the lighter ones and those with longer arrows further, until it is flat.'
      : 'Only an inverted element acts. If it were inverted, its corners would be pushed along the arrows.';
  return `${between} ${pushed}`;
}

/** Names and outcomes of operations. */
const OPERATIONS: Readonly<Record<FlipTried['operation'], string>> = {
  flip: 'flip of edge',
  'edge removal': 'removal of edge',
  'multi-face removal': 'removal of face',
};
const VERDICTS: Readonly<Record<FlipTried['verdict'], string>> = {
  helps: 'helps: the next improvement may do it',
  'no gain': 'no gain: the worst element wouldn’t get better',
  wall: 'not allowed: a rope or cloth is there',
  body: 'not allowed: a body is there',
  exists: 'not allowed: what it would make is there already',
  'long ring': 'not tried: too many elements around the edge',
  waits: 'waits: while an element is inverted, the air stays as it is, to remember who was where',
  'good enough': 'not tried: all elements here are good enough',
};

/** Returns what is told of a tried operation: its name, the smallest quality before and after, and the outcome. */
export function flipInWords({ operation, removed, before, after, verdict }: FlipTried) {
  const qualities = before === undefined || after === undefined ? '–' : `${quality(before)} → ${quality(after)}`;
  return {
    name: `${OPERATIONS[operation]} ${removed.join('–')}`,
    qualities,
    outcome: VERDICTS[verdict],
  };
}

/** Writes a quality, which is at most 1. */
export const quality = (value: number): string => value.toFixed(2).replace('-', '−');
