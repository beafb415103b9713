import type { Quantity } from '../panel/quantity.ts';
import { rangeInWords, readQuantity } from '../panel/read-quantity.ts';

/** Numbers that rows take: the kind of number, its range and its unit. */
const row = (min: number, max: number, unit: string): Quantity => ({ kind: 'number', min, max, unit, default: 0 });

/** Ranges of the rows. Scenes reach up to 10 km from the origin; here a body whose middle is farthest, and which is as large as it may be, lies within. */
export const ROWS = {
  length: row(-9e3, 9e3, 'm'),
  angle: row(-360, 360, '°'),
  radius: row(1e-3, 1e4, 'm'),
  scale: row(1e-3, 1e3, ''),
} as const;

/** The range of a scale that keeps a body at least a millimetre and at most a kilometre large. @param size of its unscaled mesh [m] */
export const scaleRow = (size: number): Quantity => row(1e-3 / size, 1e3 / size, '');

/** A number for a row, or a sentence why the row stays as it is. */
export type RowReading = { readonly value: number } | { readonly refusal: string };

/** Reads what a person has written in a row, with or without a unit. A number without one is in the row's unit. Nothing out of range is taken. */
export function readRow(text: string, definition: Quantity, title: string): RowReading {
  if (/\d,\d/.test(text)) return { refusal: `${title}: “${text}” has a comma; expected a point, as in 1.5.` };
  // A row shows no prefixes: beside 0, a number without a unit is never meant in thousandths.
  const reading = readQuantity(text, definition, title, 0);
  if (reading.value === undefined) return { refusal: reading.refusal };
  return reading.correction === undefined ? { value: reading.value } : { refusal: outOfRange(text, definition, title) };
}

/** Says why a number of a row is refused; undefined if it is in range. */
export const faultOf = (value: number, definition: Quantity, title: string): string | undefined =>
  value >= definition.min && value <= definition.max ? undefined : outOfRange(String(value), definition, title);

const outOfRange = (found: string, definition: Quantity, title: string): string =>
  `${title}: “${found.trim()}” is out of range, so nothing has changed; allowed is ${rangeInWords(definition)}.`;

/** Returns a number's text without a sign before 0: '0.00' for '-0.00'. */
export const unsignedZero = (text: string): string => text.replace(/^-(?=[0.]+$)/, '');
