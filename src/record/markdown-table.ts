/**
 * Lines of a table in Markdown: head, rule and rows. Bars within a cell are escaped.
 * @param right columns that are aligned to the right, as numbers are
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
