/** Colours of text and axes: INK for titles and names, QUIET for everything else. The live chart uses the same colours. */
export const INK = '#23272e';
export const QUIET = '#5c6670';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Writes an SVG element as text. All SVG of the project is written here.
 * @param attributes numbers are rounded to a thousandth, and undefined values are left out. Strings must not need escaping
 * @param content escaped text, or other elements; if empty, the element closes itself
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
 * Writes a line of text as an SVG element; if the text is empty, returns an empty string.
 * @param x x coordinate of the text's start, or of its middle or end if `anchor` says so [pixels]
 * @param y y coordinate of the baseline [pixels]
 */
export function label(x: number, y: number, text: string, { size, weight, fill = QUIET, anchor }: LabelStyle): string {
  if (text === '') return '';
  const attributes = { x, y, 'font-size': size, fill, 'font-weight': weight, 'text-anchor': anchor };
  return element('text', attributes, escaped(text));
}

/** Rounds a length to a thousandth of a pixel, far below what is visible, and writes it as text. */
export const number = (value: number): string => String(Number(value.toFixed(3)));

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 forbids, even escaped: control characters, lone surrogates, noncharacters. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const REPLACEMENT = '\ufffd';

/** Escapes text for XML, and replaces characters that XML forbids. */
export const escaped = (text: string): string =>
  text.replace(NO_CHARACTER, REPLACEMENT).replace(/[&<>"]/g, (character) => ENTITIES[character]);

/**
 * Mean widths of four kinds of letters, as shares of the font size, measured in DejaVu Sans, a wide font. Text widths are only
 * estimated, because no browser measures the text when the file is written, and viewers use different fonts.
 */
const NARROW = 0.37;
const CAPITAL = 0.72;
const WIDE = 0.97;
const OTHER = 0.63;
/** Ratio of the width of a bold letter to the width of a regular one. */
const BOLD = 1.1;

/** Returns the estimated width of a letter as a share of the font size. */
function shareOf(letter: string): number {
  if (/[ fijlrtI.,:;'|!()[\]/-]/.test(letter)) return NARROW;
  if (/[mwMW@%…]/.test(letter)) return WIDE;
  return /[a-z0-9]/.test(letter) ? OTHER : CAPITAL;
}

/** Returns an upper estimate of the width of a line of text [pixels]. @param size font size [pixels] */
export const widthOf = (text: string, size: number, bold = false): number =>
  [...text].reduce((sum, letter) => sum + shareOf(letter), 0) * size * (bold ? BOLD : 1);

/** Cuts a text that is wider than `maxWidth` [pixels], and appends an ellipsis. @param size font size [pixels] */
export function truncated(text: string, maxWidth: number, size: number, bold = false): string {
  let width = 0;
  let fits = 0; // length of the start of the text that leaves space for an ellipsis
  const ellipsis = widthOf('…', size, bold);
  let end = 0;
  for (const letter of text) {
    width += widthOf(letter, size, bold);
    if (width > maxWidth) return `${text.slice(0, fits).replace(/[\s,;:]+$/, '')}…`;
    end += letter.length;
    if (width + ellipsis <= maxWidth) fits = end;
  }
  return text;
}

/**
 * Breaks a text at its spaces into lines whose maximum width is `maxWidth` [pixels]. A longer word is cut.
 * @param size font size [pixels]
 */
export function wrapped(text: string, maxWidth: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => truncated(line, maxWidth, size));
}
