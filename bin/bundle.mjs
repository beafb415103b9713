import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, version } from './version.mjs';

const folder = join(root, 'dist/cli');
const sources = ['src', 'shaders', 'package.json', 'package-lock.json', 'vite.cli.config.ts', 'vite.shared.ts'];
/** Bundles of other sources are removed after this time [ms]: a run may still be loading its parts from one. */
const KEPT = 24 * 3600 * 1000;

/**
 * Path, size and time of change of everything that a bundle is made of, folders too (a removal changes them).
 * @param {string} path relative to the package's root
 * @returns {Generator<string>}
 */
function* stamps(path) {
  const stat = statSync(join(root, path));
  yield `${path} ${stat.isFile() ? stat.size : 0} ${stat.mtimeMs}`;
  if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) yield* stamps(`${path}/${name}`);
}

function removeOld() {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < Date.now() - KEPT) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The command line's bundle: main.js and the workers beside it, built where none of these very sources is there.
 * Its folder is named by its sources and appears by one rename, so that any number of commands may start at once.
 * @returns {Promise<string>} the bundle's folder
 */
export async function bundle() {
  const key = createHash('sha256').update(version());
  for (const path of sources) for (const stamp of stamps(path)) key.update(`\n${stamp}`);
  const out = join(folder, key.digest('hex').slice(0, 16));
  if (existsSync(out)) return out;

  const { build } = await import('vite');
  mkdirSync(folder, { recursive: true });
  const temporary = mkdtempSync(join(folder, 'tmp-'));
  const caller = process.cwd();
  process.chdir(root); // vite-plugin-glsl looks from here for what a shader includes
  try {
    await build({ configFile: join(root, 'vite.cli.config.ts'), logLevel: 'silent', build: { outDir: temporary } });
    renameSync(temporary, out);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(out)) throw error;
  } finally {
    process.chdir(caller);
  }
  removeOld();
  return out;
}
