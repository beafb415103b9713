/** Maximum number of characters of a text that messages show in full. */
const MAX_SHOWN = 200;
/** Number of characters that messages show of a longer text: at its start, and at its end. */
const START = 120;
const END = 40;

/** Characters of a word from a file that messages show. */
const WORD = 24;

/**
 * Cuts out the middle of a long text.
 * @param most longest text that stays whole    @param start characters that are left of a longer one at its start    @param end the same at its end
 */
export const withoutMiddle = (text: string, most: number, start: number, end: number): string =>
  text.length <= most ? text : `${text.slice(0, start)}…${text.slice(-end)}`;

/** Prepares a text from outside for a message: puts it on one line, and cuts out the middle if it is long. */
export const cut = (text: string): string => onOneLine(withoutMiddle(text, MAX_SHOWN, START, END));

/** Cuts the end of a word from a file for a message, such as one that should be a number: its start tells what it is. */
export const beginning = (word: string): string => (word.length > WORD ? `${word.slice(0, WORD)}…` : word);

/** Quotes a text for a message, shortened as by `cut`. If it was shortened, its length follows. */
export const quoted = (text: string): string =>
  `'${cut(text)}'${text.length <= MAX_SHOWN ? '' : ` (${text.length} characters)`}`;

/** Replaces line breaks, control characters, marks that turn the direction of writing, and runs of spaces by one space. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ');

/**
 * Makes a text of several lines safe for a terminal. Control characters but line breaks and tabs, and marks that turn the direction of writing, could move the
 * cursor, change the window's title or show another text than there is. Each becomes its escape in JSON, such as \u001b, so that JSON keeps its meaning.
 */
export const printable = (text: string): string =>
  text.replace(
    /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

// Digits have one place each in the pattern: with two, the time would grow with the square of a text's length.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether a text is a decimal number, with or without an exponent, and nothing else. `Number` would also take '0x10', 'Infinity' and ''. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/** Parses a decimal number, with or without an exponent; NaN for anything else, such as 0x10 or an empty text. */
export const decimal = (text: string): number => (isDecimal(text.trim()) ? Number(text) : Number.NaN);

/** Describes a value of JSON in a few words for a message, such as 'a list of 3'. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return value.length > 30 ? `a text of ${value.length} characters` : `'${value}'`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
