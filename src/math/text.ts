/** Maximum number of characters of a text that messages show in full. */
const MAX_SHOWN = 200;
/** Number of characters that messages show of a longer text: at its start, and at its end. */
const START = 120;
const END = 40;

/** Prepares a text from outside for a message: puts it on one line, and cuts out the middle if it is long. */
export const cut = (text: string): string =>
  text.length <= MAX_SHOWN ? onOneLine(text) : onOneLine(`${text.slice(0, START)}…${text.slice(-END)}`);

/** Quotes a text for a message, shortened as by `cut`. If it was shortened, its length follows. */
export const quoted = (text: string): string =>
  `'${cut(text)}'${text.length <= MAX_SHOWN ? '' : ` (${text.length} characters)`}`;

/** Replaces line breaks, control characters and runs of spaces by one space. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ');

// Digits have one place each in the pattern: with two, the time would grow with the square of a text's length.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a decimal number, with or without an exponent; NaN for anything else, such as 0x10 or an empty text. */
export const decimal = (text: string): number => (DECIMAL.test(text.trim()) ? Number(text) : Number.NaN);

/** Describes a value of JSON in a few words for a message, such as 'a list of 3'. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return value.length > 30 ? `a text of ${value.length} characters` : `'${value}'`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
