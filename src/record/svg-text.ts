export const INK = '#23272e';
export const QUIET = '#5c6670';

interface LabelStyle {
  readonly size: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: 'middle' | 'end';
}

/** A line of text; nothing of no text. @param x, y of its start, middle or end, and of its baseline [pixels] */
export function label(x: number, y: number, text: string, { size, weight, fill = QUIET, anchor }: LabelStyle): string {
  if (text === '') return '';
  const style = `${weight ? ` font-weight="${weight}"` : ''}${anchor ? ` text-anchor="${anchor}"` : ''}`;
  return `<text x="${number(x)}" y="${number(y)}" font-size="${size}" fill="${fill}"${style}>${escaped(text)}</text>`;
}

/** A thousandth of a pixel is enough. */
export const number = (value: number): string => String(Number(value.toFixed(3)));

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 forbids, even escaped: control characters, lone surrogates, noncharacters. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const REPLACEMENT = '\ufffd';

/** Text as XML takes it. */
export const escaped = (text: string): string =>
  text.replace(NO_CHARACTER, REPLACEMENT).replace(/[&<>"]/g, (character) => ENTITIES[character]);
