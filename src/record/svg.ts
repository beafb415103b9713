/** Colour of titles and legends, the text that is read first. The live chart has the same colours. */
export const INK = '#23272e';
/** Colour of axes and of all other text. */
export const QUIET = '#5c6670';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Returns one SVG element as text. All SVG is written by this function.
 * @param attributes numbers are rounded to a thousandth; undefined attributes are left out; strings are not escaped
 * @param content text that is already escaped, or other elements; if it is empty, the element is written as <name/>
 */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? number(value) : value}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

interface LabelStyle {
  readonly size: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: 'middle' | 'end';
}

/**
 * Returns the SVG of a line of text, or an empty string if the text is empty.
 * @param x of the text's start, middle or end, as `anchor` says [pixels]
 * @param y of the text's baseline [pixels]
 */
export function label(x: number, y: number, text: string, { size, weight, fill = QUIET, anchor }: LabelStyle): string {
  if (text === '') return '';
  const attributes = { x, y, 'font-size': size, fill, 'font-weight': weight, 'text-anchor': anchor };
  return element('text', attributes, escaped(text));
}

/** Returns a number as text, rounded to a thousandth, which is precise enough for pixels. */
export const number = (value: number): string => String(Number(value.toFixed(3)));

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 forbids, even escaped: control characters, lone surrogates, noncharacters. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const REPLACEMENT = '\ufffd';

/** Escapes text for XML, and replaces characters that XML forbids. */
export const escaped = (text: string): string =>
  text.replace(NO_CHARACTER, REPLACEMENT).replace(/[&<>"]/g, (character) => ENTITIES[character]);

/**
 * Mean widths of letters by kind [share of the font size], taken from a wide font, DejaVu Sans. They are estimates: the file is
 * written without a browser that could measure text, and each viewer has other fonts.
 */
const NARROW = 0.37;
const CAPITAL = 0.72;
const WIDE = 0.97;
const OTHER = 0.63;
/** Ratio of the width of a bold letter to that of a regular one. */
const BOLD = 1.1;

function shareOf(letter: string): number {
  if (/[ fijlrtI.,:;'|!()[\]/-]/.test(letter)) return NARROW;
  if (/[mwMW@%…]/.test(letter)) return WIDE;
  return /[a-z0-9]/.test(letter) ? OTHER : CAPITAL;
}

/** Returns an estimated upper bound of the width of a line of text [pixels]. @param size of the font [pixels] */
export const widthOf = (text: string, size: number, bold = false): number =>
  [...text].reduce((sum, letter) => sum + shareOf(letter), 0) * size * (bold ? BOLD : 1);

/** Cuts a text that is too wide, and appends an ellipsis. @param room maximum width [pixels] */
export function fitted(text: string, room: number, size: number, bold = false): string {
  let width = 0;
  let fits = 0; // number of characters that fit before an ellipsis
  const ellipsis = widthOf('…', size, bold);
  let at = 0;
  for (const letter of text) {
    width += widthOf(letter, size, bold);
    if (width > room) return `${text.slice(0, fits).replace(/[\s,;:]+$/, '')}…`;
    at += letter.length;
    if (width + ellipsis <= room) fits = at;
  }
  return text;
}

/** Breaks a text at spaces into lines. @param room maximum width of a line [pixels] */
export function broken(text: string, room: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => fitted(line, room, size));
}
