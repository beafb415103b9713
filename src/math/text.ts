/** Longer texts are cut in messages: to so many characters of their start and end. */
const LONGEST = 200;
const START = 120;
const END = 40;

/** A text from outside, as messages show it: on one line, and without its middle where it is long. */
export const cut = (text: string): string =>
  text.length <= LONGEST ? onOneLine(text) : onOneLine(`${text.slice(0, START)}…${text.slice(-END)}`);

/** The same in quotes, with its length where that can't be seen. */
export const quoted = (text: string): string =>
  `'${cut(text)}'${text.length <= LONGEST ? '' : ` (${text.length} characters)`}`;

/** The text on one line: found values may hold line breaks and escapes. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ');

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A number as people write it, with an exponent or not; NaN for anything else, such as 0x10, or nothing. */
export const decimal = (text: string): number => (DECIMAL.test(text.trim()) ? Number(text) : Number.NaN);
