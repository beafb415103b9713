/** A figure that has a bound. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  readonly relation: '>=' | '<=';
  readonly bound: number;
  /** Why it is missed, where it is. */
  readonly why?: string;
}

/** What wasn't measured doesn't hold. */
export const holds = ({ value, relation, bound }: Verdict): boolean =>
  Number.isFinite(value) && (relation === '>=' ? value >= bound : value <= bound);

export const verdictWord = (verdict: Verdict): string => (holds(verdict) ? 'holds' : 'MISSED');

export type Cell = string | number;

/** A table in Markdown under a heading. */
export function table(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\n### ${title}\n\n${tableLines(head, rows)}`;
}

/** The same without a heading. @param right columns that stand to the right, as numbers do; by default all but the first */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  right: readonly number[] = [...head.keys()].slice(1),
): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |\n`;
  const rule = `| ${head.map((_, i) => (right.includes(i) ? '---:' : '---')).join(' | ')} |\n`;
  return `${line(head)}${rule}${rows.map(line).join('')}`;
}

/** Three digits: what a timing tells. */
export function digits(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-';
}
