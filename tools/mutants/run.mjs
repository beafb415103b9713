import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { SUITES } from '../tests/suites.mjs';
import { FAULTS } from './faults.mjs';

/**
 * `npm run mutants`: puts the next fault of faults.mjs into a copy of the last commit, runs tests until one fails, and appends to
 * docs/mutants.md which one did. One fault per call, so that it can be stopped and goes on; `-- --all` takes one after another, `-- NAME`
 * that one, also again.
 *
 * First come the tests that import the file (`vitest related`) or, for a shader, those of parity; then the rest of the first tier; then
 * the second tier.
 */

/** @typedef {import('./faults.mjs').Fault} Fault */
/**
 * A run of tests: how the table calls it, and its command.
 * @typedef {{ readonly name: string, readonly words: readonly string[], readonly tier: 'quick' | 'full' }} Stage
 */

const TABLE = 'docs/mutants.md';
/** Longest time of a stage [ms]: a fault may make a loop endless. */
const PATIENCE = { quick: 15 * 60_000, full: 40 * 60_000 };
/** Options of vitest. */
const REPORTING = ['--bail=1', '--reporter=default', '--reporter=./tools/tests/reporter.mjs'];

const root = resolve(import.meta.dirname, '../..');
const git = (/** @type {string[]} */ ...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/**
 * @param {string} script
 * @param {'quick' | 'full'} tier
 * @param {string[]} filters parts of test files' names
 * @returns {Stage}
 */
const suite = (script, tier, filters = []) => ({
  name: ['npm run', script, ...filters].join(' '),
  words: ['npm', 'run', '--silent', script, ...(script === 'check' ? [] : ['--', ...filters, ...REPORTING])],
  tier,
});

/** @param {Fault} fault @returns {Stage[]} */
function stagesOf({ file }) {
  const isShader = file.endsWith('.wgsl');
  const stem = basename(file, '.wgsl');
  /** @type {Stage[]} */
  const near = isShader
    ? [
        ...(existsSync(join(root, `tests/parity/${stem}.test.ts`))
          ? [suite('test:gpu', 'quick', [`parity/${stem}`])]
          : []),
        suite('test:gpu', 'quick'),
      ]
    : [{ name: 'vitest related', words: ['npx', 'vitest', 'related', file, '--run', ...REPORTING], tier: 'quick' }];
  const quick = SUITES.filter(({ isQuick }) => isQuick).map(({ script }) => script);
  // Most of `npm test` has run as related.
  const rest = isShader
    ? quick.filter((script) => script !== 'test:gpu')
    : [...quick.filter((script) => script !== 'test'), 'test'];
  return [
    ...near,
    ...rest.map((script) => suite(script, 'quick')),
    ...SUITES.filter(({ script }) => script !== 'check').map(({ script }) => suite(script, 'full')),
  ];
}

/**
 * Runs a stage in a folder.
 * @param {Stage} stage
 * @param {string} folder
 * @returns {Promise<string | undefined>} the test that failed; undefined if all passed
 */
async function failureOf({ words: [program, ...words], tier }, folder) {
  const report = `${folder}.json`;
  rmSync(report, { force: true });
  const child = spawn(String(program), words, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, UNTANGLE_TIER: tier, UNTANGLE_REPORT: report },
    detached: true, // its own group, so that its children end with it
  });
  let isLate = false;
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  const patience = setTimeout(() => {
    isLate = true;
    end();
  }, PATIENCE[tier]);
  // A group of its own doesn't get the terminal's interrupt.
  const stop = () => {
    end();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const status = await new Promise((done) => child.on('close', done));
  clearTimeout(patience);
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (isLate) return 'a run that never ends';
  if (status === 0) return undefined;
  return existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8')).failures[0]
    : 'a run that fails before its first test';
}

/** Makes a copy of the last commit, whose packages are those of this folder. @param {Fault} fault @param {string} folder */
function makeMutant({ name, file, from, to }, folder) {
  git('worktree', 'add', '--force', '--detach', folder);
  for (const packages of ['node_modules', 'tests/wgpu/node_modules'])
    if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(folder, packages));
  const parts = readFileSync(join(folder, file), 'utf8').split(from);
  if (parts.length !== 2)
    throw new Error(`${name}: found "${from}" ${parts.length - 1} times in ${file}, expected once`);
  writeFileSync(join(folder, file), parts.join(to));
}

/** @param {Fault} fault */
async function tryFault(fault) {
  const folder = mkdtempSync(join(tmpdir(), 'untangle-mutant-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}.json`, { force: true });
    git('worktree', 'prune');
  };
  process.once('exit', remove);
  makeMutant(fault, folder);
  const started = Date.now();
  let found = '**nobody** | |';
  for (const stage of stagesOf(fault)) {
    console.log(`\n${fault.name}: ${stage.name}`);
    const failure = await failureOf(stage, folder);
    if (failure === undefined) continue;
    found = `${failure.replaceAll('|', '\\|')} | ${stage.name} | ${stage.tier === 'quick' ? 'first' : 'second'}`;
    break;
  }
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  const row = `| ${[fault.name, fault.kind, fault.file, found, minutes, git('rev-parse', '--short', 'HEAD')].join(' | ')} |`;
  appendFileSync(join(root, TABLE), `${row}\n`);
  console.log(row);
  process.off('exit', remove);
  remove();
}

const words = process.argv.slice(2);
const names = words.filter((word) => word !== '--all');
const table = readFileSync(join(root, TABLE), 'utf8');
const waiting = FAULTS.filter(({ name }) =>
  names.length > 0 ? names.includes(name) : !table.includes(`\n| ${name} |`),
);
if (waiting.length < names.length) {
  console.error(`Found ${names.join(' ')}, expected --all, or names of tools/mutants/faults.mjs`);
  process.exit(2);
}
if (waiting.length === 0) console.log(`All ${FAULTS.length} faults stand in ${TABLE}`);
for (const fault of words.length > 0 ? waiting : waiting.slice(0, 1)) await tryFault(fault);
