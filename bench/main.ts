import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAfter, type BrowserName, type Builds, type Comparison, openBuilds } from './before-after.ts';
import { browserVersions, comparePages, NoBrowserError } from './page-states.ts';
import { compareCommandLines } from './states.ts';
import { busyNote, loadBefore, openedAdapter, thisMachine, thisRun, withGpu } from './report/machine.ts';
import { digits, holds } from './report/report.ts';
import { writeResults } from './report/results.ts';
import type { Suite } from './suite.ts';
import { SUITES } from './suites.ts';
import { TABLES_FILE, updateTables } from './report/table-command.ts';
import { verdictTable, workloadTable } from './report/tables.ts';
import { EXIT, parseRequest, usage } from './report/usage.ts';

async function main(words: readonly string[]): Promise<number> {
  const request = parseRequest(words, SUITES);
  switch (request.kind) {
    case 'help':
      process.stdout.write(usage(SUITES));
      return EXIT.ok;
    case 'bad': {
      const names = SUITES.map(({ name }) => name).join(', ');
      process.stderr.write(
        `bench: found '${request.found}'; expected names of suites (${names}), or table, or before-after with a base\n${usage(SUITES)}`,
      );
      return EXIT.badInput;
    }
    case 'table':
      return fillTables(request.check);
    case 'before-after':
      return compareBuilds(request.comparison);
    case 'run':
      return request.suites.length === 1 ? runSuite(request.suites[0]) : runApart(request.suites);
  }
}

function fillTables(check: boolean): number {
  let changed: boolean;
  try {
    changed = updateTables(check);
  } catch (error) {
    process.stderr.write(`bench: ${(error as Error).message}\n`);
    return EXIT.badInput;
  }
  const done = check ? 'is not up to date with bench/results' : 'filled';
  process.stdout.write(changed ? `${TABLES_FILE}: ${done}\n` : 'the tables are up to date\n');
  return check && changed ? EXIT.missed : EXIT.ok;
}

async function compareBuilds(comparison: Comparison): Promise<number> {
  let versions: ReadonlyMap<BrowserName, string>;
  let builds: Builds;
  try {
    versions = await browserVersions(comparison.browsers);
    builds = openBuilds(comparison);
  } catch (error) {
    process.stderr.write(`bench: ${(error as Error).message}\n`);
    return error instanceof NoBrowserError ? EXIT.lacking : EXIT.badInput;
  }
  const say = (text: string) => process.stdout.write(text);
  const isFast = await (versions.size > 0
    ? comparePages(builds.folders, comparison.scenes, versions, say)
    : comparison.states
      ? compareCommandLines(builds, say)
      : beforeAfter(builds, comparison.frames, say));
  return isFast ? EXIT.ok : EXIT.missed;
}

/** Runs each suite in a separate process, so that compiled code, allocations and polling of one don't affect another. */
function runApart(suites: readonly Suite[]): number {
  // Read the load before the first suite runs; the processes inherit it.
  loadBefore();
  const codes = suites.map(({ name }) => {
    const words = [...process.execArgv, fileURLToPath(import.meta.url), name];
    return spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? EXIT.missed;
  });
  return Math.max(...codes);
}

async function runSuite(suite: Suite): Promise<number> {
  const machine = thisMachine();
  const run = thisRun();
  const say = (text: string) => process.stdout.write(text);
  const { processor, cores } = machine;
  say(`${suite.name}: ${processor}, ${cores} cores, Node ${run.node}, Untangle ${run.untangle}\n`);
  say(busyNote(machine, run));
  const started = performance.now();
  const results = await suite.run((what) => process.stderr.write(`bench: ${suite.name}: ${what}\n`));
  const minutes = digits((performance.now() - started) / 60_000);
  const adapter = await openedAdapter();
  for (const text of results.tables ?? []) say(text);
  say(`\n${workloadTable(results.workloads)}\n`);
  const { verdicts } = results;
  if (verdicts.length > 0) say(`${verdictTable(verdicts)}\n`);
  const missed = verdicts.filter((verdict) => !holds(verdict)).length;
  say(`${verdicts.length - missed} hold, ${missed} missed; ${minutes} minutes\n`);
  say(
    `written: ${writeResults(withGpu(machine, adapter), adapter ? { ...run, adapter } : run, suite.name, results)}\n`,
  );
  if (results.missing === undefined) return missed === 0 ? EXIT.ok : EXIT.missed;
  process.stderr.write(`bench: ${suite.name} not run: ${results.missing}\n`);
  return EXIT.lacking;
}

// process.exit ends workers that a suite left open; the empty write waits until all output is flushed.
const code = await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`bench: ${error.stack ?? error.message}\n`);
  return EXIT.missed;
});
process.stdout.write('', () => process.exit(code));
