import { markdownTable } from '../../src/record/markdown-table.ts';
/** A figure that has a bound. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  readonly relation: '>=' | '<=';
  readonly bound: number;
  /** Why it is missed, where it is. */
  readonly why?: string;
}

/** What wasn't measured doesn't hold. */
export const holds = ({ value, relation, bound }: Verdict): boolean =>
  Number.isFinite(value) && (relation === '>=' ? value >= bound : value <= bound);

export const verdictWord = (verdict: Verdict): string => (holds(verdict) ? 'holds' : 'MISSED');

export type Cell = string | number;

/** A table in Markdown under a heading. */
export function table(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\n### ${title}\n\n${tableLines(head, rows)}`;
}

/** The same without a heading. @param right columns that stand to the right, as numbers do; by default all but the first */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  right: readonly number[] = [...head.keys()].slice(1),
): string {
  return `${markdownTable(head, rows, right).join('\n')}\n`;
}

/** Three digits: what a timing tells. */
export function digits(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-';
}

/** Rates from here on are told in thousands, and so on. */
const PREFIXES = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** A figure of the table. In JSON one that wasn't measured is null. */
export type Figure = number | null;

const isMeasured = (value: Figure): value is number => value !== null && Number.isFinite(value);

/** What a unit's numbers are divided by, and what is put before it: rates have prefixes, whatever else has a unit of its size. */
function scaleOf(value: number, unit: string): readonly [number, string] {
  const found = unit.endsWith('/s') ? PREFIXES.find(([scale]) => Math.abs(value) >= scale) : undefined;
  return found ?? [1, ''];
}

/** Such as `59.8 M constraints/s`, `12.3 ms`; `-` where nothing was measured. */
export const quantity = (value: Figure, unit: string): string =>
  isMeasured(value) ? `${withoutUnit(value, unit)} ${unit}` : '-';

/** The same where the unit stands elsewhere: `59.8 M`, `12.3`. */
export function withoutUnit(value: Figure, unit: string): string {
  if (!isMeasured(value)) return '-';
  const [scale, prefix] = scaleOf(value, unit);
  return [digits(value / scale), prefix].filter(Boolean).join(' ');
}

/** From the lowest to the highest round, in the scale of the highest, without the unit: `57.1 to 60.2 M`. */
export function spread(low: Figure, high: Figure, unit: string): string {
  if (!isMeasured(low) || !isMeasured(high)) return '';
  const [scale, prefix] = scaleOf(high, unit);
  return [digits(low / scale), 'to', digits(high / scale), prefix].filter(Boolean).join(' ');
}

/**
 * Why a figure that rounds have misses its bound. Where the best of them holds it, the code can do it: what else ran on the machine
 * took the others' time. Else what is known of the work itself.
 * @param rounds the figure in each round    @param reason of the work
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

/** Of two workers over one, by the ratio in each round. */
export const whyTwoWorkers = (rounds: readonly number[], bound: number): string =>
  whyByRounds(
    rounds,
    { relation: '>=', bound },
    'both workers load from the cache and memory that they share, and where a part of the work ends the earlier one waits for the later: what else runs on either core slows both',
  );
