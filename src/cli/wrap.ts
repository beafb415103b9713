/** Longer lines are hard to read, shorter ones are all indentation [characters]. */
const WIDEST = 100;
const NARROWEST = 50;

/** Of the help's lines [characters]. @param columns of the terminal; undefined where there is none */
export const lineWidth = (columns: number | undefined): number =>
  Math.max(NARROWEST, Math.min(WIDEST, columns ?? WIDEST));

/**
 * Breaks a text at its spaces; a word that is too long for a line stays whole.
 * @param indent spaces before every line but the first
 * @param begun characters that stand before the first already
 */
export function wrap(text: string, width: number, indent: number, begun = indent): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const room = width - (lines.length === 0 ? begun : indent);
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
