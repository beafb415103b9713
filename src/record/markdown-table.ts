/**
 * Returns the lines of a table in Markdown: head, delimiter line and rows. The character | is escaped in cells.
 * @param right indices of the columns that are aligned to the right, such as those of numbers
 */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  right: readonly number[] = [],
): string[] {
  const rule = `| ${head.map((_, i) => (right.includes(i) ? '---:' : '---')).join(' | ')} |`;
  return [markdownRow(head), rule, ...rows.map(markdownRow)];
}

export const markdownRow = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
