import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run test:wgpu`: installs deno beside this file where it isn't there, and runs vitest in it. Words behind `--` go to
 * vitest: a part of a file's name, for one.
 */

const here = import.meta.dirname;
const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

/** The version that is installed as a whole: npm writes this list last. */
function installed() {
  try {
    const list = JSON.parse(readFileSync(join(here, 'node_modules/.package-lock.json'), 'utf8'));
    return list.packages['node_modules/deno'].version;
  } catch {
    return undefined;
  }
}

/** @param {string} program @param {string[]} words @param {Record<string, string>} environment */
function run(program, words, environment = {}) {
  const { status, error } = spawnSync(program, words, {
    cwd: join(here, '../..'),
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32' && program === 'npm', // a script there
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (installed() !== dependencies.deno) {
  console.log(`Installing deno ${dependencies.deno}, 92 MB, into tests/wgpu`);
  run('npm', ['ci', '--prefix', here, '--ignore-scripts', '--no-audit', '--no-fund']);
}
run(
  process.execPath,
  [
    join(here, 'node_modules/deno/bin.cjs'),
    ...['run', '-A', '--unstable-webgpu', 'node_modules/vitest/vitest.mjs'],
    ...['run', '--config', 'tests/wgpu/vitest.config.ts', ...process.argv.slice(2)],
  ],
  // No network but for the installation.
  { DENO_NO_UPDATE_CHECK: '1' },
);
