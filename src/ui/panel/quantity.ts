import type { NumberParameter } from '../../simulation/parameters.ts';

/** A number that a person sets: its range, in its SI unit, and its usual value. Parameters have these, among other things. */
export type Quantity = Pick<NumberParameter, 'kind' | 'min' | 'max' | 'default' | 'unit' | 'logarithmic'>;

/** SI prefixes that values are shown with, and the factor that each one stands for. */
const PREFIXES = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
  ['', 1],
  ['m', 1e-3],
  ['µ', 1e-6],
] as const;

/** Units whose values are shown with a prefix. Others read better without one: 0.5 m/s², not 500 mm/s². */
const PREFIXED: readonly string[] = ['s', 'm', 'Pa', 'N', 'N/m', 'm/N'];

/** Significant digits that a value is shown with. */
const DIGITS = 4;

/** Returns a unit with raised digits: 'm/s²' for 'm/s^2'. */
export const unitInWords = (unit: string): string => unit.replace('^2', '²').replace('^3', '³');

/** Returns the unit in which a value is shown, such as 'ms', and its factor to the SI unit. @param unit SI unit, '' if there is none */
export function shownUnit(value: number, unit: string): { readonly unit: string; readonly factor: number } {
  const size = Math.abs(Number(value.toPrecision(DIGITS)));
  const isPrefixed = PREFIXED.includes(unit) && size > 0;
  const [prefix, factor] = (isPrefixed && (PREFIXES.find(([, least]) => size >= least) ?? PREFIXES.at(-1))) || ['', 1];
  return { unit: unitInWords(prefix + unit), factor };
}

/** Returns a value with its unit, such as '3.3 ms' for 0.0033 and 's'. @param unit SI unit of the value, '' if there is none */
export function quantityInWords(value: number, unit: string): string {
  const { unit: shown, factor } = shownUnit(value, unit);
  return `${Number((value / factor).toPrecision(DIGITS))}${shown && ` ${shown}`}`;
}
