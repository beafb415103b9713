#!/usr/bin/env node
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { contents, FOLDER } from '../bench/headless/contents.mjs';
import { packagedLoader } from '../bench/headless/loader.mjs';
import { bundle } from './bundle.mjs';
import { root, version } from './version.mjs';

/**
 * Packs the benchmarks with Node into dist/untangle-headless-linux-x64.tar.xz, for machines that have nothing but a Vulkan
 * driver.
 */

/** Size limit of the archive [bytes]. */
const MOST = 60e6;

/** @param {string} program */
const exists = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/**
 * Removes symbols that only debuggers need from Node, an eighth of its size, if `strip` is installed.
 * @param {string} node path of the copy
 */
function stripSymbols(node) {
  if (!exists('strip')) return;
  const stripped = `${node}.stripped`;
  execFileSync('strip', ['-o', stripped, node]);
  // Native addons need Node's exported symbols. Keep the stripped copy only if it still runs.
  const runs = spawnSync(stripped, ['--version'], { encoding: 'utf8' }).stdout?.trim() === process.version;
  if (runs) renameSync(stripped, node);
  else rmSync(stripped);
}

/** @param {string} stage @param {import('../bench/headless/contents.mjs').Packed[]} files */
function lay(stage, files) {
  for (const { from, to, executable } of files) {
    const path = join(stage, FOLDER, to);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(from, path);
    chmodSync(path, executable ? 0o755 : 0o644);
  }
  // Node has to load the bundles as ES modules. The version is recorded in results.
  writeFileSync(
    join(stage, FOLDER, 'package.json'),
    `${JSON.stringify({ type: 'module', version: version() }, null, 1)}\n`,
  );
  stripSymbols(join(stage, FOLDER, 'bin/node'));
}

/** @param {string} stage @returns {string} the archive's path */
function pack(stage) {
  const [suffix, compress] = exists('xz') ? ['xz', 'xz -6 -T2'] : ['gz', 'gzip -9'];
  const archive = join(root, 'dist', `${FOLDER}.tar.${suffix}`);
  const owner = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', ['-c', '-C', stage, ...owner, '-I', compress, '-f', archive, FOLDER]);
  return archive;
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  process.stderr.write(
    `pack:headless: packs this machine's Node, for linux x64; found ${process.platform} ${process.arch}\n`,
  );
  process.exit(2);
}
mkdirSync(join(root, 'dist'), { recursive: true });
const stage = mkdtempSync(join(root, 'dist', 'headless-'));
try {
  const parts = { root, node: realpathSync(process.execPath), cli: await bundle('cli'), bench: await bundle('bench') };
  const loader = await packagedLoader(root, stage);
  lay(stage, contents(loader ? { ...parts, loader } : parts));
  const archive = pack(stage);
  const bytes = statSync(archive).size;
  process.stdout.write(`${archive}: ${(bytes / 1e6).toFixed(1)} MB\n`);
  if (bytes > MOST) {
    process.stderr.write(`pack:headless: ${bytes} bytes are more than ${MOST}\n`);
    process.exitCode = 1;
  }
} finally {
  rmSync(stage, { recursive: true, force: true });
}
