import { mkdirSync, writeFileSync } from 'node:fs';
import type { Machine } from './machine.ts';

/** A figure that has a bound. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  readonly relation: '>=' | '<=';
  readonly bound: number;
  /** Why it is missed, where it is. */
  readonly why?: string;
}

export const holds = ({ value, relation, bound }: Verdict): boolean =>
  relation === '>=' ? value >= bound : value <= bound;

export const verdictWord = (verdict: Verdict): string => (holds(verdict) ? 'holds' : 'MISSED');

export type Cell = string | number;

/** A table in Markdown under a heading. */
export function table(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |\n`;
  const rule = line(head.map((_, i) => (i === 0 ? '---' : '---:')));
  return `\n### ${title}\n\n${line(head)}${rule}${rows.map(line).join('')}`;
}

/** Three digits: what a timing tells. */
export function digits(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-';
}

/** Folder of the results, below the package's root. */
export const RESULTS = 'bench/results';

/** Writes bench/results/MACHINE-BENCH.json. @returns its path */
export function writeResults(machine: Machine, bench: string, results: object): string {
  mkdirSync(RESULTS, { recursive: true });
  const path = `${RESULTS}/${machine.slug}-${bench}.json`;
  writeFileSync(path, `${JSON.stringify({ machine, ...results }, null, 1)}\n`);
  return path;
}
