import { readFileSync } from 'node:fs';
import { overBudget } from '../test-budget.mjs';

/**
 * What a suite gave.
 * @typedef {{
 *   readonly script: string,
 *   readonly state: string,
 *   readonly status: number,
 *   readonly seconds: number,
 *   readonly processor?: number,
 *   readonly passed: number,
 *   readonly failed: number,
 *   readonly skipped: number,
 *   readonly failures?: readonly string[],
 *   readonly files: readonly { readonly name: string, readonly seconds: number }[],
 *   readonly isOld?: boolean,
 * }} Result
 * `processor` is the time of all its processes, in calibrating loops; `isOld` says that an earlier run passed in the same state.
 */

/** Files that a run lists. */
const SLOWEST = 10;
/** Time of a file of the first tier above which its head says why [s]. */
const LONG_FILE = 20;
/** How such a sentence begins. */
const REASON = /^(?:\/\*\*|\/\/| \*) (?:.*\. )?Takes long: /m;

const seconds = (/** @type {number} */ s) => s.toFixed(s < 10 ? 1 : 0).padStart(6);

/**
 * Prints a table of suites, the slowest files, what failed, and the line "N passed, N failed" that ends a run.
 * @param {string} tier
 * @param {readonly Result[]} results
 * @param {number} installation time of what was before [s]
 * @param {number} elapsed time of this run [s], less than the sum of its suites' where some ran side by side
 * @returns {boolean} whether the suites are within their budgets
 */
export function report(tier, results, installation, elapsed) {
  const sum = (/** @type {(result: Result) => number} */ value) => results.reduce((all, each) => all + value(each), 0);
  console.log('\nSuite           seconds   loops  passed  failed  skipped');
  if (installation > 0) console.log(`${'installation'.padEnd(16)} ${seconds(installation)}`);
  for (const { script, seconds: s, processor = 0, passed, failed, skipped, isOld } of results) {
    const counts = [passed, failed, skipped].map((count) => String(count).padStart(8)).join('');
    console.log(`${script.padEnd(16)} ${seconds(s)}  ${seconds(processor)}${counts}${isOld ? '  (earlier)' : ''}`);
  }
  const note = results.some(({ isOld }) => isOld) ? '  (this run)' : '';
  console.log(`${'total'.padEnd(16)} ${seconds(installation + elapsed)}${note}`);

  const files = results.flatMap((result) => result.files).sort((a, b) => b.seconds - a.seconds);
  console.log(`\nThe ${Math.min(SLOWEST, files.length)} slowest files [s]`);
  for (const { name, seconds: s } of files.slice(0, SLOWEST)) console.log(`${seconds(s)}  ${name}`);
  if (tier === 'quick')
    for (const { name, seconds: s } of files)
      if (s > LONG_FILE && !REASON.test(readFileSync(name, 'utf8')))
        console.log(`${name} takes ${s.toFixed(0)} s, and its head has no sentence that begins "Takes long:"`);

  for (const { script, failures = [] } of results)
    for (const failure of failures) console.log(`failed: ${script}: ${failure}`);
  const over = overBudget(tier, results);
  for (const line of over) console.log(line);
  console.log(`\n${sum((each) => each.passed)} passed, ${sum((each) => each.failed) + over.length} failed`);
  return over.length === 0;
}
