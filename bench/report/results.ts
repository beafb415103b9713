import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Machine, Run } from './machine.ts';
import type { SuiteResults } from '../suite.ts';

/** Folder of the results, relative to the package's root. */
export const RESULTS = 'bench/results';

/** The results of a suite's latest run on a machine. */
export interface SuiteRecord extends Pick<SuiteResults, 'workloads' | 'verdicts' | 'details'> {
  readonly machine: Run;
}

/** A file of bench/results: one per machine and GPU. */
export interface ResultsFile {
  readonly machine: Machine;
  /** Suites by name, in the order in which they first ran. */
  readonly suites: Readonly<Record<string, SuiteRecord>>;
}

/** Replaces one suite's part of a machine's results. @param file the results so far; undefined if there are none */
export function merged(
  file: ResultsFile | undefined,
  machine: Machine,
  run: Run,
  suite: string,
  { workloads, verdicts, details }: SuiteResults,
): ResultsFile {
  const record: SuiteRecord = { machine: run, workloads, verdicts, ...(details === undefined ? {} : { details }) };
  return { machine, suites: { ...file?.suites, [suite]: record } };
}

/** Reads every machine's results, sorted by file name. @throws Error if a file has another shape */
export function readResults(folder = RESULTS): ResultsFile[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return names.sort().map((name) => readFile(join(folder, name)));
}

/** Replaces one suite's part of the machine's file in RESULTS. @returns the file's path */
export function writeResults(
  machine: Machine,
  run: Run,
  suite: string,
  results: SuiteResults,
  folder = RESULTS,
): string {
  mkdirSync(folder, { recursive: true });
  const { path, before } = fileOf(machine, folder);
  writeFileSync(path, `${JSON.stringify(merged(before, machine, run, suite, results), null, 1)}\n`);
  return path;
}

/**
 * Finds the machine's file. Different machines may have the same slug, so their files are numbered. The machine's file is the first one
 * that has this machine or does not exist yet.
 */
function fileOf(machine: Machine, folder: string): { path: string; before?: ResultsFile } {
  for (let number = 1; ; number++) {
    const path = `${folder}/${machine.slug}${number > 1 ? `-${number}` : ''}.json`;
    if (!existsSync(path)) return { path };
    const before = readFile(path);
    if (isDeepStrictEqual(before.machine, machine)) return { path, before };
  }
}

function readFile(path: string): ResultsFile {
  const file = JSON.parse(readFileSync(path, 'utf8')) as Partial<ResultsFile>;
  if (!file.machine || !file.suites)
    throw new Error(`${path} has ${Object.keys(file).join(', ') || 'nothing'}; expected machine and suites`);
  return file as ResultsFile;
}
