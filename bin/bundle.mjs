import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, version } from './version.mjs';

/** What can be bundled for Node, and what each is made of. */
const sources = ['src', 'shaders', 'package.json', 'package-lock.json', 'vite.cli.config.ts', 'vite.shared.ts'];
const BUNDLES = {
  cli: { config: 'vite.cli.config.ts', sources },
  bench: { config: 'vite.bench.config.ts', sources: [...sources, 'bench', 'tools', 'vite.bench.config.ts'] },
};
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

/** @param {string} folder */
function removeOld(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < Date.now() - KEPT) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The bundle of the command line or of the benchmarks: main.js and the workers beside it, built where none of these very
 * sources is there. Its folder is named by its sources and appears by one rename, so that any number of commands may start at once.
 * @param {keyof typeof BUNDLES} name
 * @returns {Promise<string>} the bundle's folder
 */
export async function bundle(name) {
  const folder = join(root, 'dist', name);
  const { config, sources } = BUNDLES[name];
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
    await build({ configFile: join(root, config), logLevel: 'silent', build: { outDir: temporary } });
    renameSync(temporary, out);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(out)) throw error;
  } finally {
    process.chdir(caller);
  }
  removeOld(folder);
  return out;
}
