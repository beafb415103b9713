import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { startGroup } from '../process-group.mjs';
import { SUITES } from '../tests/suites.mjs';
import { temporaryWorktree } from '../worktree.mjs';
import { FAULTS } from './faults.mjs';

/**
 * `npm run mutants`: puts the next fault of faults.mjs into a copy of the last commit, runs tests until one fails, and appends to
 * docs/mutants.md which one did. One fault per call, so that it can be stopped and goes on; `-- --all` takes one after another, `-- NAME`
 * that one, also again.
 *
 * First come the tests that import the file (`vitest related`) or, for a shader, those of parity; then the rest of the first tier; then
 * the second tier. The test file that fails is run once more without the fault: if it fails then too, this ends with an error.
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

/** How a stage ended: the file and the name of the first test that failed. @typedef {{ file?: string, name: string }} Failure */

/**
 * Runs a stage in a folder.
 * @param {Stage} stage
 * @param {string} folder
 * @returns {Promise<Failure | undefined>} undefined if all passed
 */
async function failureOf({ words: [program, ...words], tier }, folder) {
  const report = join(folder, '../mutant.json');
  rmSync(report, { force: true });
  const { child, end } = startGroup(String(program), words, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, UNTANGLE_TIER: tier, UNTANGLE_REPORT: report },
  });
  let isLate = false;
  const patience = setTimeout(() => {
    isLate = true;
    end();
  }, PATIENCE[tier]);
  const status = await new Promise((done) => child.on('close', done));
  clearTimeout(patience);
  if (isLate) return { name: `a run of more than ${PATIENCE[tier] / 60_000} minutes` };
  if (status === 0) return undefined;
  if (!existsSync(report)) return { name: 'a run that fails before its first test' };
  const name = JSON.parse(readFileSync(report, 'utf8')).failures[0] ?? 'a run that fails, though no test does';
  const file = /^tests\/[^:]*\.test\.ts/.exec(name)?.[0];
  return { name, ...(file && { file }) };
}

/** Runs the file that a stage failed in without the fault. @param {Stage} stage @param {string} file @param {string} folder */
async function failsAnyway(stage, file, folder) {
  const script = stage.words[3];
  const alone =
    stage.words[0] === 'npm'
      ? suite(String(script), stage.tier, [file])
      : { ...stage, words: ['npx', 'vitest', 'run', file, ...REPORTING] };
  return (await failureOf(alone, folder)) !== undefined;
}

/** @param {Fault} fault */
async function tryFault(fault) {
  const { folder, remove } = temporaryWorktree(root, 'HEAD');
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  for (const packages of ['node_modules', 'tests/wgpu/node_modules'])
    if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(folder, packages));
  const path = join(folder, fault.file);
  const original = readFileSync(path, 'utf8');
  const parts = original.split(fault.from);
  if (parts.length !== 2)
    throw new Error(`${fault.name}: found "${fault.from}" ${parts.length - 1} times in ${fault.file}, expected once`);
  writeFileSync(path, parts.join(fault.to));
  const started = Date.now();
  let found = '**nobody** | |';
  for (const stage of stagesOf(fault)) {
    console.log(`\n${fault.name}: ${stage.name}`);
    const failure = await failureOf(stage, folder);
    if (!failure) continue;
    found = `${failure.name.replaceAll('|', '\\|')} | ${stage.name} | ${stage.tier === 'quick' ? 'first' : 'second'}`;
    writeFileSync(path, original);
    if (failure.file && (await failsAnyway(stage, failure.file, folder)))
      throw new Error(
        `${failure.name} fails without ${fault.name}, too: expected that all tests pass before faults are put in`,
      );
    break;
  }
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  const row = `| ${[fault.name, fault.kind, fault.file, found, minutes, commit].join(' | ')} |`;
  appendFileSync(join(root, TABLE), `${row}\n`);
  console.log(row);
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
