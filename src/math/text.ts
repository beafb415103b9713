/** Maximum number of characters of a text that messages show in full. */
const LONGEST = 200;
/** Of a longer text, messages show this number of characters from the start and from the end. */
const START = 120;
const END = 40;

/** Returns a text from outside as messages show it: on one line, with the middle cut out if it is longer than LONGEST. */
export const cut = (text: string): string =>
  text.length <= LONGEST ? onOneLine(text) : onOneLine(`${text.slice(0, START)}…${text.slice(-END)}`);

/** Returns the text in quotes, shortened by `cut`. If it was shortened, its full length follows. */
export const quoted = (text: string): string =>
  `'${cut(text)}'${text.length <= LONGEST ? '' : ` (${text.length} characters)`}`;

/** Puts a text on one line: external values may contain line breaks and escapes. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ');

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a decimal number, with or without an exponent; NaN for anything else, such as 0x10 or an empty text. */
export const decimal = (text: string): number => (DECIMAL.test(text.trim()) ? Number(text) : Number.NaN);
