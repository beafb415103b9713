import { markdownTable } from '../../src/record/markdown-table.ts';

/** A figure with a bound. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  readonly relation: '>=' | '<=';
  readonly bound: number;
  /** If the bound is missed: the reason. */
  readonly why?: string;
}

/** Whether a figure keeps its bound. A figure that was not measured doesn't. */
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

/** Formats a number with three digits, because timings are no more precise. */
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

/** A figure of a table; null (in JSON) or NaN if it was not measured. */
export type Figure = number | null;

const isMeasured = (value: Figure): value is number => value !== null && Number.isFinite(value);

/** Returns the divisor and the prefix of a figure. Only rates have prefixes; figures in other units need none. */
function scaleOf(value: number, unit: string): readonly [number, string] {
  const found = unit.endsWith('/s') ? PREFIXES.find(([scale]) => Math.abs(value) >= scale) : undefined;
  return found ?? [1, ''];
}

/** Formats a figure with its unit, such as `59.8 M constraints/s` or `12.3 ms`; `-` if it was not measured. */
export const quantity = (value: Figure, unit: string): string =>
  isMeasured(value) ? `${withoutUnit(value, unit)} ${unit}` : '-';

/** Formats a figure without its unit, such as `59.8 M` or `12.3`. */
export function withoutUnit(value: Figure, unit: string): string {
  if (!isMeasured(value)) return '-';
  const [scale, prefix] = scaleOf(value, unit);
  return [digits(value / scale), prefix].filter(Boolean).join(' ');
}

/** Formats the range from the lowest to the highest round, without the unit: `57.1 to 60.2 M`. Both have the prefix of the highest. */
export function spread(low: Figure, high: Figure, unit: string): string {
  if (!isMeasured(low) || !isMeasured(high)) return '';
  const [scale, prefix] = scaleOf(high, unit);
  return [digits(low / scale), 'to', digits(high / scale), prefix].filter(Boolean).join(' ');
}

/**
 * Returns the reason why a figure misses its bound. If the figure of the best round keeps the bound, the reason is other load on the
 * machine. Else it is the given reason.
 * @param rounds the figure in each round
 * @param reason known reason that lies in the work itself
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

/** Returns the reason why the speed-up of two workers over one misses its bound. @param rounds the speed-up in each round */
export const whyTwoWorkers = (rounds: readonly number[], bound: number): string =>
  whyByRounds(
    rounds,
    { relation: '>=', bound },
    'both workers load from the cache and memory that they share, and where a part of the work ends the earlier one waits for the later: what else runs on either core slows both',
  );
