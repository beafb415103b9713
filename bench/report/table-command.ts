import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readResults, type ResultsFile } from './results.ts';
import { allTables, fill } from './tables.ts';

/** The works that a machine's tables show first, in this order. */
export const HEADLINES: readonly RegExp[] = [
  /^octopi-8: distance constraints /,
  /^octopi-8: tetrahedra alone, one thread/,
  /^octopi-8: the whole material /,
  /^a whole step, octopi-8 of \d+ K tetrahedra$/,
  /^containment, octopi-8$/,
  /^shortest paths, octopi-8: /,
  /^CCD of a step/,
  /^contact projection, /,
  /^readback of /,
  /^(octopus-self|noodle-coil|octopus-inverted): shortest paths$/,
  /^(refit|build) of a tree/,
];

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
