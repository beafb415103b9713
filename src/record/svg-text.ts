export const INK = '#23272e';
export const QUIET = '#5c6670';

interface LabelStyle {
  readonly size: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: 'middle' | 'end';
}

/**
 * An SVG text element; '' if the text is empty.
 * @param x, y start, middle or end of the baseline, as `anchor` says [pixels]
 */
export function label(x: number, y: number, text: string, { size, weight, fill = QUIET, anchor }: LabelStyle): string {
  if (text === '') return '';
  const style = `${weight ? ` font-weight="${weight}"` : ''}${anchor ? ` text-anchor="${anchor}"` : ''}`;
  return `<text x="${number(x)}" y="${number(y)}" font-size="${size}" fill="${fill}"${style}>${escaped(text)}</text>`;
}

/** A number rounded to a thousandth of a pixel. */
export const number = (value: number): string => String(Number(value.toFixed(3)));

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 forbids, even escaped: control characters, lone surrogates, noncharacters. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const REPLACEMENT = '\ufffd';

/** Text escaped for XML. */
export const escaped = (text: string): string =>
  text.replace(NO_CHARACTER, REPLACEMENT).replace(/[&<>"]/g, (character) => ENTITIES[character]);

/**
 * Mean widths of letters by kind [font sizes], taken from a wide font, DejaVu Sans. The generator cannot measure text, and
 * viewers have different fonts.
 */
const NARROW = 0.37;
const CAPITAL = 0.72;
const WIDE = 0.97;
const OTHER = 0.63;
/** Factor for bold letters. */
const BOLD = 1.1;

function shareOf(letter: string): number {
  if (/[ fijlrtI.,:;'|!()[\]/-]/.test(letter)) return NARROW;
  if (/[mwMW@%…]/.test(letter)) return WIDE;
  return /[a-z0-9]/.test(letter) ? OTHER : CAPITAL;
}

/**
 * Estimated greatest width of a line of text [pixels].
 * @param size font size [pixels]
 */
export const widthOf = (text: string, size: number, bold = false): number =>
  [...text].reduce((sum, letter) => sum + shareOf(letter), 0) * size * (bold ? BOLD : 1);

/**
 * A text, cut with an ellipsis if it is wider than the given space.
 * @param room available width [pixels]
 */
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

/**
 * A text wrapped at spaces.
 * @param room available width [pixels]
 */
export function broken(text: string, room: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => fitted(line, room, size));
}
