import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from './report.mjs';
import { SUITES, TIERS } from './suites.mjs';
import { calibrate, ProcessTime } from './process-time.mjs';

/**
 * `npm run test:all`, and what .ci/run does after the installation: runs suites of tests, and tells their time.
 *
 *     node tools/tests/run.mjs quick|full [--again] [--installation SECONDS] [SUITE ...]
 *
 * `quick` ends at the first suite that fails; `full` runs the others too. A suite that has passed in the same state of the files isn't
 * run again, so that a run that was stopped goes on; `--again` forgets what has passed. `--installation` adds the time of what was before
 * to the total. Results lie in dist/tests/TIER.
 */

/** @typedef {import('./report.mjs').Result} Result */

const { values, positionals } = parseArgs({
  options: { again: { type: 'boolean' }, installation: { type: 'string' } },
  allowPositionals: true,
});
const [tier, ...names] = positionals;
const unknown = names.filter((name) => !SUITES.some(({ script }) => script === name));
if (!TIERS.some((known) => known === tier) || unknown.length > 0) {
  const found = unknown.length > 0 ? `suite ${unknown.join(', ')}` : `tier ${tier}`;
  console.error(
    `Found ${found}, expected ${TIERS.join(' or ')}, then any of ${SUITES.map(({ script }) => script).join(', ')}`,
  );
  process.exit(2);
}
const folder = join('dist/tests', String(tier));
mkdirSync(folder, { recursive: true });

const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { maxBuffer: 2 ** 30 });

/** The state of what tests depend on: the commit, all that differs from it, and what the machine has. Equal states give equal results. */
function stateNow() {
  const hash = createHash('sha256').update(git('diff', 'HEAD'));
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z').toString().split('\0').filter(Boolean);
  for (const name of untracked) hash.update(`\n${name}\n`).update(readFileSync(name));
  const { CHROMIUM, FIREFOX } = process.env;
  hash.update(JSON.stringify([process.version, CHROMIUM, FIREFOX, existsSync('../shared/data')]));
  return `${git('rev-parse', 'HEAD').toString().trim()} ${hash.digest('hex').slice(0, 8)}`;
}

/** The state of which dist/page is the page, if a suite has built it in this run: tests/environment/build-page.ts then need not. */
let builtIn = '';

/**
 * Runs a suite. What it prints goes to the terminal; where another one runs beside it, once it has ended.
 * @param {import('./suites.mjs').Suite} suite
 * @returns {Promise<Result>}
 */
async function run({ script, mayBeEmpty, lane }) {
  const state = stateNow();
  const path = join(folder, `${script.replace(':', '-')}.json`);
  const before = existsSync(path) ? /** @type {Result} */ (JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  if (!values.again && before?.state === state && before.status === 0) return { ...before, isOld: true };
  writeFileSync(path, '{}');
  const unit = calibrate();
  const started = Date.now();
  const isVitest = script !== 'check';
  const reporters = ['--', '--reporter=default', '--reporter=./tools/tests/reporter.mjs'];
  const child = spawn('npm', ['run', '--silent', script, ...(isVitest ? reporters : [])], {
    stdio: lane === undefined ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      UNTANGLE_TIER: tier,
      UNTANGLE_REPORT: join(process.cwd(), path),
      UNTANGLE_PAGE: builtIn === state ? 'built' : '',
    },
    shell: process.platform === 'win32', // npm is a script there
  });
  const time = new ProcessTime(child.pid ?? 0);
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
  const processor = time.stop();
  process.stdout.write(Buffer.concat(printed));
  const counts = { passed: 0, failed: 0, skipped: 0, files: [], ...JSON.parse(readFileSync(path, 'utf8')) };
  const seconds = (Date.now() - started) / 1000;
  // What ran nothing has passed nothing: a browser or a driver is missing.
  const isEmpty = isVitest && !mayBeEmpty && counts.passed === 0;
  if (isEmpty) console.error(`${script}: found no test that ran, expected some`);
  // A suite that ends without a report, or reports none that failed, has failed in whole.
  if ((status !== 0 || isEmpty) && counts.failed === 0) counts.failed = 1;
  const end = stateNow();
  if (status === 0 && script === 'test:page' && end === state) builtIn = state;
  /** @type {Result} */
  const result = {
    script,
    state: end === state ? state : 'files changed while it ran',
    status: isEmpty ? 1 : status,
    seconds,
    ...(processor !== undefined && { processor: processor / unit }),
    ...counts,
  };
  writeFileSync(path, JSON.stringify(result));
  return result;
}

/** @type {Map<string, Result>} */
const results = new Map();
let isOver = false;

/**
 * Runs suites one after another.
 * @param {readonly import('./suites.mjs').Suite[]} suites
 */
async function runAll(suites) {
  for (const suite of suites) {
    if (isOver) return;
    const result = await run(suite);
    results.set(suite.script, result);
    if (result.status !== 0 && tier === 'quick') isOver = true;
  }
}

/** @param {import('./suites.mjs').Suite} suite */
const isInLane = ({ lane }) => lane !== undefined;

const chosen = SUITES.filter(({ script, isQuick }) =>
  names.length > 0 ? names.includes(script) : tier === 'full' || isQuick,
);
// What stands before the lanes, the lanes, what stands behind them.
const [first, last] = [chosen.findIndex(isInLane), chosen.findLastIndex(isInLane)];
await runAll(first < 0 ? chosen : chosen.slice(0, first));
if (first >= 0) {
  await Promise.all([0, 1].map((lane) => runAll(chosen.filter((suite) => suite.lane === lane))));
  await runAll(chosen.slice(last + 1));
}
const inOrder = chosen.flatMap(({ script }) => results.get(script) ?? []);
const isWithinBudget = report(String(tier), inOrder, Number(values.installation ?? 0), performance.now() / 1000);
process.exitCode = inOrder.some(({ status }) => status !== 0) || !isWithinBudget ? 1 : 0;
