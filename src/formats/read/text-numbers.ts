import { isDecimal } from '../../math/text.ts';

/** Words for numbers that aren't finite, as libraries of C write them, those of Visual Studio by signs such as 1.#QNAN. */
const NOT_FINITE = /^[-+]?(?:nan(?:\(\w*\))?|inf(?:inity)?|1\.#(?:qnan|snan|nan|ind|inf)\d*)$/i;
/** The begin of such a sign, whose # begins no comment. */
const SIGN = /^[-+]?1\.#[a-z]$/i;

/** The letter of an exponent as Fortran writes numbers of double precision: 1.0D+00. */
const FORTRAN_EXPONENT = /d(?=[-+]?\d+$)/i;

/** The number that a word is, infinite if it is too large; undefined if it is none. */
export function decimalOf(word: string): number | undefined {
  if (isDecimal(word)) return Number(word);
  const ours = word.replace(FORTRAN_EXPONENT, 'e');
  return ours !== word && isDecimal(ours) ? Number(ours) : undefined;
}

/** Whether a word says that a number isn't finite. */
export const isNotFinite = (word: string): boolean => NOT_FINITE.test(word);

/** Whether a word ends with the # of a sign such as 1.#QNAN and the letter after it. */
export const endsInSign = (word: string): boolean => SIGN.test(word);
