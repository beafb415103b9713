import { markdownTable } from '../../src/record/markdown-table.ts';

/** A figure with a bound. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  readonly relation: '>=' | '<=';
  readonly bound: number;
  /** The reason why it is missed, if it is. */
  readonly why?: string;
}

/** Whether a bound holds; it does not if the figure was not measured. */
export const holds = ({ value, relation, bound }: Verdict): boolean =>
  Number.isFinite(value) && (relation === '>=' ? value >= bound : value <= bound);

export const verdictWord = (verdict: Verdict): string => (holds(verdict) ? 'holds' : 'MISSED');

export type Cell = string | number;

/** A Markdown table under a heading. */
export function table(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\n### ${title}\n\n${tableLines(head, rows)}`;
}

/** A Markdown table. @param right right-aligned columns; by default all except the first */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  right: readonly number[] = [...head.keys()].slice(1),
): string {
  return `${markdownTable(head, rows, right).join('\n')}\n`;
}

/** A number with three digits, as precise as a timing is. */
export function digits(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-';
}

/** Prefixes of large rates: thousands, millions and so on. */
const PREFIXES = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** A figure of a table. JSON stores one that was not measured as null. */
export type Figure = number | null;

const isMeasured = (value: Figure): value is number => value !== null && Number.isFinite(value);

/** Divisor and prefix of a figure. Only rates have prefixes; other units are chosen for their size. */
function scaleOf(value: number, unit: string): readonly [number, string] {
  const found = unit.endsWith('/s') ? PREFIXES.find(([scale]) => Math.abs(value) >= scale) : undefined;
  return found ?? [1, ''];
}

/** A figure with its unit, such as `59.8 M constraints/s` or `12.3 ms`; `-` if it was not measured. */
export const quantity = (value: Figure, unit: string): string =>
  isMeasured(value) ? `${withoutUnit(value, unit)} ${unit}` : '-';

/** A figure without its unit, such as `59.8 M` or `12.3`. */
export function withoutUnit(value: Figure, unit: string): string {
  if (!isMeasured(value)) return '-';
  const [scale, prefix] = scaleOf(value, unit);
  return [digits(value / scale), prefix].filter(Boolean).join(' ');
}

/** The range from the lowest to the highest round in the scale of the highest, without the unit: `57.1 to 60.2 M`. */
export function spread(low: Figure, high: Figure, unit: string): string {
  if (!isMeasured(low) || !isMeasured(high)) return '';
  const [scale, prefix] = scaleOf(high, unit);
  return [digits(low / scale), 'to', digits(high / scale), prefix].filter(Boolean).join(' ');
}

/**
 * The reason why a figure over rounds misses its bound. If the best round meets it, the code is fast enough and other load on the
 * machine took the time; otherwise it is the given reason.
 * @param rounds the figure in each round
 * @param reason known reason in the work itself
 */
export function whyByRounds(
  rounds: readonly number[],
  { relation, bound }: Pick<Verdict, 'relation' | 'bound'>,
  reason: string,
): string {
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
  const holdsOnce = relation === '>=' ? most >= bound : least <= bound;
  const range = `rounds from ${digits(least)} to ${digits(most)}`;
  return holdsOnce
    ? `${range}: some hold, so what else ran on the machine tells, and the bound is near what the work takes: ${reason}`
    : `${range}: ${reason}`;
}

/** The reason for a missed speed-up of two workers over one, by the ratio in each round. */
export const whyTwoWorkers = (rounds: readonly number[], bound: number): string =>
  whyByRounds(
    rounds,
    { relation: '>=', bound },
    'both workers load from the cache and memory that they share, and where a part of the work ends the earlier one waits for the later: what else runs on either core slows both',
  );
