import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { HEADLINES } from './headlines.ts';
import { type ResultsFile, readResults } from './results.ts';
import { allTables, fill } from './tables.ts';

/** The file that holds the tables. */
export const TABLES_FILE = 'docs/benchmarks.md';

/** Its text with the tables of these results. @throws Error where it lacks the lines that tables stand between */
export const withTables = (text: string, files: readonly ResultsFile[]): string =>
  fill(text, allTables(files, HEADLINES), TABLES_FILE);

/**
 * Fills the tables from bench/results, or looks whether they are what the results give.
 * @param check writes nothing    @returns whether the file was (or would be) changed
 * @throws Error where the file isn't there or lacks the lines that tables stand between
 */
export function updateTables(check: boolean): boolean {
  if (!existsSync(TABLES_FILE)) throw new Error(`${TABLES_FILE} isn't there`);
  const before = readFileSync(TABLES_FILE, 'utf8');
  const after = withTables(before, readResults());
  if (!check && after !== before) writeFileSync(TABLES_FILE, after);
  return after !== before;
}
