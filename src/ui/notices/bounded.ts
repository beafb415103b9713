/** Longest text of a message [characters], about as much as fits the box; notes of files may be millions. */
const LONGEST = 1200;
/** Longest sentence about a file among others [characters]. */
const LONGEST_NOTE = 300;
/** Items of a list that a message names: by these a person sees what is the matter. */
const MOST_ITEMS = 8;

/** Cuts a text that is too long for a message, and says how much is left out. */
export const bounded = (text: string, longest = LONGEST): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest).trimEnd()} … (and ${(text.length - longest).toLocaleString('en')} more characters)`;

/**
 * Returns the first items of a list, and how many there are besides.
 * @param what the others are called, as in 'and 7 more notes'
 */
export const fewOf = (items: readonly string[], what: string): readonly string[] =>
  items.length <= MOST_ITEMS + 1
    ? items
    : [...items.slice(0, MOST_ITEMS), `and ${(items.length - MOST_ITEMS).toLocaleString('en')} more ${what}`];

/** Joins sentences about a file: the first few, each cut if it is long, and how many there are besides. */
export function notesInWords(notes: readonly string[]): string {
  const words = fewOf(notes, 'notes').map((note) => bounded(note, LONGEST_NOTE));
  const text = words.join(' ');
  return text === '' || text.endsWith('.') ? text : `${text}.`;
}
