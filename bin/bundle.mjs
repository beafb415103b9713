import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, version } from './version.mjs';

/** Files and folders that every build depends on. */
const sources = [
  'src',
  'shaders',
  'package.json',
  'package-lock.json',
  'vite.cli.config.ts',
  'vite.shared.ts',
  'vite.kernels.ts',
  'tools/lift',
];
/** What is built for Node, with its Vite config and the files that it depends on. */
const BUNDLES = {
  cli: { config: 'vite.cli.config.ts', sources },
  bench: { config: 'vite.bench.config.ts', sources: [...sources, 'bench', 'tools', 'vite.bench.config.ts'] },
  modules: {
    config: 'vite.modules.config.ts',
    sources: [...sources, 'bench', 'tools', 'tests', 'vite.modules.config.ts'],
  },
};
/** Files and folders that no bundle depends on. */
const NO_SOURCE = /\.test\.ts$|^node_modules$/;
/** Outdated bundles are removed after this time [ms], since a running command may still load parts of one. */
const KEPT = 24 * 3600 * 1000;

/**
 * Path, size and modification time of every file and folder under a path. Folders are included, since removing a file changes its
 * folder's time.
 * @param {string} path relative to the package's root
 * @returns {Generator<string>}
 */
function* stamps(path) {
  const stat = statSync(join(root, path));
  yield `${path} ${stat.isFile() ? stat.size : 0} ${stat.mtimeMs}`;
  if (stat.isDirectory())
    for (const name of readdirSync(join(root, path)).sort())
      if (!NO_SOURCE.test(name)) yield* stamps(`${path}/${name}`);
}

/** @param {string} folder */
function removeOld(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < Date.now() - KEPT) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Builds the command line or the benchmarks (main.js and its workers), or the modules for tests, unless they are built of the current
 * sources. The folder is named by a hash of the sources. It appears by one rename, so that several commands may start at the same time.
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
  const { NODE_ENV } = process.env;
  process.chdir(root); // vite-plugin-glsl resolves shader includes from here
  try {
    await build({ configFile: join(root, config), logLevel: 'silent', build: { outDir: temporary } });
    renameSync(temporary, out);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(out)) throw error;
  } finally {
    process.chdir(caller);
    // Vite's build sets NODE_ENV to 'production'. Programs that are started from here, such as `npm ci`, must not see it.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
  removeOld(folder);
  return out;
}
