/** Longest text that messages show in full; of longer ones they show this many characters of the start and of the end. */
const LONGEST = 200;
const START = 120;
const END = 40;

/** An external text as messages show it: on one line, with the middle cut out if it is long. */
export const cut = (text: string): string =>
  text.length <= LONGEST ? onOneLine(text) : onOneLine(`${text.slice(0, START)}…${text.slice(-END)}`);

/** The text in quotes, cut like `cut`, followed by its length if it was cut. */
export const quoted = (text: string): string =>
  `'${cut(text)}'${text.length <= LONGEST ? '' : ` (${text.length} characters)`}`;

/** Puts a text on one line: external values may contain line breaks and escapes. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ');

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a decimal number, with or without an exponent; NaN for anything else, such as 0x10 or an empty text. */
export const decimal = (text: string): number => (DECIMAL.test(text.trim()) ? Number(text) : Number.NaN);
