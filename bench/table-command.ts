import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { HEADLINES } from './headlines.ts';
import { type ResultsFile, readResults } from './results.ts';
import { fill, fullTables, shortTables } from './tables.ts';

/** The files that hold tables, and what is in them. */
export const TABLES: readonly { readonly path: string; make(files: readonly ResultsFile[]): string }[] = [
  { path: 'docs/benchmarks.md', make: fullTables },
  { path: 'README.md', make: (files) => shortTables(files, HEADLINES) },
];

/**
 * Fills the tables from bench/results, or looks whether they are what the results give.
 * @param check writes nothing    @returns paths of files that were (or would be) changed
 * @throws Error where a file isn't there or lacks the lines that the table stands between
 */
export function updateTables(check: boolean): string[] {
  const results = readResults();
  // All before any is written: where one can't be filled, none changes.
  const changed = TABLES.flatMap(({ path, make }) => {
    if (!existsSync(path)) throw new Error(`${path} isn't there`);
    const before = readFileSync(path, 'utf8');
    const after = fill(before, make(results), path);
    return after === before ? [] : [{ path, after }];
  });
  if (!check) for (const { path, after } of changed) writeFileSync(path, after);
  return changed.map(({ path }) => path);
}
