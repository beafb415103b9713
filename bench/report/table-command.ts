import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { PICTURE_FILE, pictureOf } from '../integrators/picture.ts';
import { readResults, type ResultsFile } from './results.ts';
import { allTables, fill } from './tables.ts';

/** Workloads at the top of a machine's tables, in this order. */
const HEADLINES: readonly RegExp[] = [
  /^octopi-8: distance constraints /,
  /^octopi-8: tetrahedra alone, one thread/,
  /^octopi-8: the whole material /,
  /^an octopus of .* falls onto itself .*: a step$/,
  /^a whole step, octopi-8 of \d+ K tetrahedra$/,
  /^containment, octopi-8$/,
  /^shortest paths, octopi-8: /,
  /^CCD of a step/,
  /^contact projection, /,
  /^readback of /,
  /^(octopus-self|noodle-coil|octopus-inverted): shortest paths$/,
  /^(refit|build) of a tree/,
];

/** The document with the tables. */
export const TABLES_FILE = 'docs/benchmarks.md';

/** Returns the document's text with the tables of these results. @throws Error if the text lacks the marker lines */
export const withTables = (text: string, files: readonly ResultsFile[]): string =>
  fill(text, allTables(files, HEADLINES), TABLES_FILE);

/**
 * Writes the tables from bench/results into the document, and draws the picture of integrators; or only compares both.
 * @param check only compares
 * @returns whether the document or the picture was (or would be) changed
 * @throws Error if the document does not exist or lacks the marker lines
 */
export function updateTables(check: boolean): boolean {
  if (!existsSync(TABLES_FILE)) throw new Error(`${TABLES_FILE} isn't there`);
  const before = readFileSync(TABLES_FILE, 'utf8');
  const files = readResults();
  const after = withTables(before, files);
  if (!check && after !== before) writeFileSync(TABLES_FILE, after);
  return updatePicture(pictureOf(files), check) || after !== before;
}

function updatePicture(drawn: string | undefined, check: boolean): boolean {
  if (drawn === undefined) return false;
  const isSame = existsSync(PICTURE_FILE) && readFileSync(PICTURE_FILE, 'utf8') === drawn;
  if (!check && !isSame) writeFileSync(PICTURE_FILE, drawn);
  return !isSame;
}
