import { digits } from './report.ts';

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
