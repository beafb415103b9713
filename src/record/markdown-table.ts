/**
 * Returns the lines of a table in Markdown, for the reports of commands and benchmarks: header, rule and rows. Vertical bars within a
 * cell are escaped.
 * @param right indices of the columns to align to the right, such as columns of numbers
 */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  right: readonly number[] = [],
): string[] {
  const rule = `| ${header.map((_, i) => (right.includes(i) ? '---:' : '---')).join(' | ')} |`;
  return [markdownRow(header), rule, ...rows.map(markdownRow)];
}

export const markdownRow = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
