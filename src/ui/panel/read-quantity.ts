import { type Quantity, quantityInWords, shownUnit, unitInWords } from './quantity.ts';

/** The meaning of a person's text: a value, with a message if it is not the one that was written; or a message why it can't be read. */
export type Reading =
  | { readonly value: number; readonly correction?: string }
  | { readonly value: undefined; readonly refusal: string };

/** SI prefixes that are understood, and their factors. */
const PREFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  µ: 1e-6,
  u: 1e-6,
  m: 1e-3,
  c: 1e-2,
  k: 1e3,
  M: 1e6,
  G: 1e9,
};
/** Units that take a prefix: their first symbol is not squared, and not prefixed already. */
const TAKES_PREFIX = /^(s|m|Pa|N)(\/|$)/;
/** Other units of the same quantity, by SI unit, and their factors. */
const RELATIVES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'kg/m^3': { 'g/cm^3': 1000, 'g/l': 1, 'kg/l': 1000 },
  'm/s': { 'km/h': 1 / 3.6 },
  steps: { step: 1 },
  '': { '%': 0.01 },
};
/** A plain decimal number, then anything: the unit. */
const NUMBER_AND_UNIT = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i;

/** Returns the range that a parameter may have, such as '10 µs to 20 ms'. */
export const rangeInWords = ({ min, max, unit }: Quantity): string =>
  `${quantityInWords(min, unit)} to ${quantityInWords(max, unit)}`;

/**
 * Reads a quantity that a person has written, such as '3.3 ms', '200kPa' or '2e5'. A value out of range becomes the nearest that is
 * allowed. A number without a unit may be meant in the SI unit or in the unit that is shown; the value nearer to the present one counts.
 * @param title name of the parameter in messages
 * @param present the parameter's value now, in its SI unit
 */
export function readQuantity(text: string, definition: Quantity, title: string, present: number): Reading {
  const { unit } = definition;
  const [, digits, written] = NUMBER_AND_UNIT.exec(text.trim()) ?? [];
  const allowed = `allowed is ${rangeInWords(definition)}`;
  if (digits === undefined)
    return refused(
      `${title}: “${text}” is no number. Write ${quantityInWords(present, unit)}, for example; ${allowed}.`,
    );
  const number = Number(digits);
  const bare = () => nearest(present, [number, times(number, shownUnit(present, unit).factor)], definition);
  const factor = written === '' ? undefined : factorOf(plain(written), unit);
  if (written !== '' && factor === undefined)
    return refused(`${title}: “${text}” has the unit ${written}; ${expectedUnit(unit, present)}.`);
  return allowedValue(factor === undefined ? bare() : times(number, factor), definition, title);
}

/** Multiplies decimals without a rest from binary rounding: 10 µs is 1e-5 s, which 10 * 1e-6 is not. */
const times = (number: number, factor: number): number => Number((number * factor).toPrecision(15));

const refused = (refusal: string): Reading => ({ value: undefined, refusal });

const expectedUnit = (unit: string, present: number): string =>
  unit ? `expected ${unitInWords(unit)}, as in ${quantityInWords(present, unit)}` : 'expected a number without a unit';

/** Returns a unit in the tables' spelling: without spaces, with ^ before raised digits. */
const plain = (unit: string): string =>
  unit
    .replaceAll(/\s/g, '')
    .replaceAll('μ', 'µ')
    .replace('²', '^2')
    .replace('³', '^3')
    .replace(/([a-z])([23])$/i, '$1^$2');

/** Returns the factor from a written unit to the SI unit. Capitals count only where they tell units apart, as in mPa and MPa. */
function factorOf(written: string, unit: string): number | undefined {
  const factors = new Map<string, number>([[unit, 1], ...Object.entries(RELATIVES[unit] ?? {})]);
  if (TAKES_PREFIX.test(unit))
    for (const [prefix, factor] of Object.entries(PREFIXES)) factors.set(prefix + unit, factor);
  const alike = [...factors].filter(([spelling]) => spelling.toLowerCase() === written.toLowerCase());
  return factors.get(written) ?? (alike.length === 1 ? alike[0]![1] : undefined);
}

/** Returns the candidate that is nearest to the present value by ratio, among those in range if there are any. */
function nearest(present: number, candidates: readonly number[], { min, max }: Quantity): number {
  const inRange = candidates.filter((value) => value >= min && value <= max);
  const ratio = (value: number) => Math.abs(Math.log(Math.abs(value / present)));
  return (inRange.length > 0 ? inRange : candidates).reduce((best, value) =>
    ratio(value) < ratio(best) ? value : best,
  );
}

function allowedValue(found: number, definition: Quantity, title: string): Reading {
  const { min, max, unit, kind } = definition;
  const value = Math.min(max, Math.max(min, kind === 'integer' ? Math.round(found) : found));
  if (value === found) return { value };
  const fault = found < min ? 'too small' : found > max ? 'too large' : 'no whole number';
  const now = `so it is ${quantityInWords(value, unit)} now; allowed is ${rangeInWords(definition)}`;
  return { value, correction: `${title}: ${quantityInWords(found, unit)} is ${fault}, ${now}.` };
}
