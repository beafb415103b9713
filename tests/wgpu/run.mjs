import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGroup } from '../../tools/process-group.mjs';

/**
 * `npm run test:wgpu`: installs deno beside this file where it isn't there, and runs vitest in it. Words behind `--` go to
 * vitest: a part of a file's name, for one, whose tests then run with all cases. Without such a name, the first tier compiles every
 * kernel and no more, and the second runs tests/parity too, with the cases of the first.
 *
 * Twice in some twenty runs (November 2026, deno 2.9.5) all stood still between two files, beyond vitest's limit per test. The
 * cause isn't known. So a run that prints nothing for a long time is ended, which is told, and started again.
 */

const here = import.meta.dirname;
const root = join(here, '../..');
const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

/** Whether words name files. */
const namesFiles = process.argv.slice(2).some((word) => !word.startsWith('-'));

/** Longest time without a line [ms]. A file prints when it ends: the longest takes 30 s on two cores. */
const SILENCE = 6 * 60_000;
/** Runs in all, if each but the last falls silent. */
const RUNS = 3;

const isWindows = process.platform === 'win32';

/** The version that is installed as a whole: npm writes this list last. */
function installed() {
  try {
    const list = JSON.parse(readFileSync(join(here, 'node_modules/.package-lock.json'), 'utf8'));
    return list.packages['node_modules/deno'].version;
  } catch {
    return undefined;
  }
}

function install() {
  console.log(`Installing deno ${dependencies.deno}, 92 MB, into tests/wgpu`);
  const words = ['ci', '--prefix', here, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, error } = spawnSync('npm', words, { cwd: root, stdio: 'inherit', shell: isWindows }); // a script there
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Runs a program whose output is passed on, and ends it with its children when it falls silent.
 * @param {string} program @param {string[]} words @param {Record<string, string>} environment
 * @returns {Promise<number | 'silent'>} its exit status
 */
function runUntilSilent(program, words, environment) {
  return new Promise((resolve, reject) => {
    const { child, end } = startGroup(program, words, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    let isSilent = false;
    const silence = setTimeout(() => {
      isSilent = true;
      end();
    }, SILENCE);
    for (const [from, to] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])) {
      from?.on('data', (text) => {
        silence.refresh();
        to.write(text);
      });
    }
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(silence);
      resolve(isSilent ? 'silent' : (status ?? 1));
    });
  });
}

if (installed() !== dependencies.deno) install();
for (let run = 1; ; run++) {
  const status = await runUntilSilent(
    process.execPath,
    [
      join(here, 'node_modules/deno/bin.cjs'),
      ...['run', '-A', '--unstable-webgpu', 'node_modules/vitest/vitest.mjs'],
      ...['run', '--config', 'tests/wgpu/vitest.config.ts', ...process.argv.slice(2)],
    ],
    // No network but for the installation. A pipe has no colours by itself.
    {
      DENO_NO_UPDATE_CHECK: '1',
      UNTANGLE_WGPU: namesFiles || process.env.UNTANGLE_TIER === 'full' ? 'parity' : '',
      UNTANGLE_TIER: namesFiles ? 'full' : 'quick',
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
  );
  if (status !== 'silent') process.exit(status);
  console.error(`Deno printed nothing for ${SILENCE / 60_000} minutes, and was ended (run ${run} of ${RUNS})`);
  if (run === RUNS) process.exit(1);
}
