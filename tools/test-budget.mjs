import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain } from './source-files.mjs';
import { TIERS } from './tests/suites.mjs';

/**
 * Holds the processor time of each suite of tests against its budget, twice what was measured: so a suite that has become slow is seen
 * although no test looks at a clock. Times are those of all processes of a suite, in calibrating loops (tools/tests/process-time.mjs),
 * so that they mean the same on faster machines.
 *
 *     node tools/test-budget.mjs          holds the last run of .ci/run against the budgets
 *     node tools/test-budget.mjs --write  makes its times the new budgets
 */

/** @typedef {import('./tests/report.mjs').Result} Result */
/** Loops that a suite took when its budget was written, by tier and suite. @typedef {Record<string, Record<string, number>>} Budgets */

const FILE = new URL('tests/budgets.json', import.meta.url);
/** Times the measured value that a suite may take. */
const SLACK = 2;

/** @returns {Budgets} */
const budgets = () => JSON.parse(readFileSync(FILE, 'utf8'));

/**
 * @param {string} tier
 * @param {readonly Result[]} results
 * @param {Budgets} [known]
 * @returns {string[]} a line for each suite that took too long
 */
export function overBudget(tier, results, known = budgets()) {
  return results.flatMap(({ script, processor, status }) => {
    const measured = known[tier]?.[script];
    // A suite that failed may have ended early, or late.
    if (processor === undefined || status !== 0) return [];
    if (measured === undefined) return `${script} has no budget in the tier ${tier}: write one (tools/test-budget.mjs)`;
    if (processor <= SLACK * measured) return [];
    return `${script} took the processor time of ${Math.round(processor)} calibrating loops, expected at most ${Math.round(SLACK * measured)}: see the slowest files, or write new budgets (tools/test-budget.mjs)`;
  });
}

/** @param {string} tier @returns {Result[]} the last results of suites, all of the same state of the files */
function lastResults(tier) {
  const folder = join('dist/tests', tier);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const results = names
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .filter(({ script }) => script);
  const states = new Set(results.map(({ state }) => state));
  if (states.size > 1)
    throw new Error(`${folder} has results of ${states.size} states of the files, expected one: run the tier again`);
  return results;
}

if (isMain(import.meta.url)) {
  if (process.argv.includes('--write')) {
    const known = budgets();
    for (const tier of TIERS)
      for (const { script, processor, status } of lastResults(tier))
        if (status === 0 && processor !== undefined) known[tier] = { ...known[tier], [script]: Math.round(processor) };
    writeFileSync(FILE, `${JSON.stringify(known, undefined, 2)}\n`);
  } else {
    const lines = TIERS.flatMap((tier) => overBudget(tier, lastResults(tier)));
    for (const line of lines) console.error(line);
    process.exitCode = lines.length > 0 ? 1 : 0;
  }
}
