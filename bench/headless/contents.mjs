import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * A file of the archive: `from` is its path on this machine, `to` its path in the archive's folder.
 * @typedef {{ from: string, to: string, executable?: boolean }} Packed
 */

/** The archive's only top-level folder. */
export const FOLDER = 'untangle-headless-linux-x64';

/** Matches the files of a package that run: no types, maps, sources, or builds that no benchmark loads. */
const RUNS = /\.(m?js|cjs|wasm)$|^package\.json$|\/package\.json$/;
const UNUSED =
  /(^|\/)(examples|asm|mt)\/|(^|\/)dist\/.*(debug|multithread\.wasm\.)|\.umd\.|three\.(webgpu|tsl)|jolt-physics\.js$/;
const LICENCE = /^licen[cs]e(\.\w+)?$/i;

/**
 * @param {string} folder
 * @param {string} [below]
 * @returns {string[]} paths of all files in the folder
 */
function filesIn(folder, below = '') {
  return readdirSync(join(folder, below))
    .sort()
    .flatMap((name) => {
      const path = below ? `${below}/${name}` : name;
      return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path];
    });
}

/** The text of the Apache licence, which TypeScript's package has. @param {string} root */
const apacheLicence = (root) => join(root, 'node_modules/typescript/LICENSE');

/**
 * Lists the files that an installed package needs to run, and its licence. If a package only names the Apache licence, its text is added.
 * @param {string} root
 * @param {string} name
 * @param {(path: string) => boolean} runs
 * @returns {Packed[]}
 */
function packageFiles(root, name, runs) {
  const folder = join(root, 'node_modules', name);
  const files = filesIn(folder).filter((path) => LICENCE.test(path) || runs(path));
  const packed = files.map((path) => ({ from: join(folder, path), to: `node_modules/${name}/${path}` }));
  if (files.some((path) => LICENCE.test(path))) return packed;
  /** @type {{ license?: string }} */
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (license === 'Apache-2.0') return [...packed, { from: apacheLicence(root), to: `node_modules/${name}/LICENSE` }];
  throw new Error(`${name} has no licence file: found ${files.join(', ')}`);
}

/** Whether a file of Dawn is needed on Linux x64. Dawn's builds for other platforms have 100 MB. @param {string} path */
const isDawn = (path) => ['package.json', 'index.js', 'dist/linux-x64/dawn.node'].includes(path);

/**
 * Makes a filter for a package's code. Some packages run from src/; for others, src/ only has the sources of their build.
 * @param {string} root
 * @param {string} name
 * @returns {(path: string) => boolean}
 */
function isCodeOf(root, name) {
  /** @type {{ exports?: Record<string, unknown> | string, main?: string }} */
  const { exports, main } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  const entry = typeof exports === 'object' ? exports['.'] : (exports ?? main);
  const runsBySources = JSON.stringify(entry ?? '').includes('/src/');
  return (path) => RUNS.test(path) && !UNUSED.test(path) && (runsBySources || !path.startsWith('src/'));
}

/**
 * Lists the files of the packages that the benchmarks compare with, and of their dependencies.
 * @param {string} root
 * @returns {Packed[]}
 */
export function peerFiles(root) {
  /** @type {{ devDependencies: Record<string, string> }} */
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'bench/package.json'), 'utf8'));
  const names = [...Object.keys(devDependencies), 'three'].sort();
  return names.flatMap((name) => packageFiles(root, name, isCodeOf(root, name)));
}

/**
 * Finds Node's licence, in the place where Node's own archive or Debian's package has it.
 * @param {string} node the binary
 */
function nodeLicence(node) {
  const prefix = dirname(dirname(node));
  const places = ['LICENSE', 'share/doc/nodejs/LICENSE', 'share/doc/node/LICENSE'].map((path) => join(prefix, path));
  const found = places.find((path) => existsSync(path));
  if (!found)
    throw new Error(`Node's licence lies at none of ${places.join(', ')}; without it Node can't be passed on`);
  return found;
}

/**
 * Lists the files of Chromium's build of the Khronos Vulkan loader, and its licence.
 * @param {string} root
 * @param {string} loader
 * @returns {Packed[]}
 */
const loaderFiles = (root, loader) => [
  { from: loader, to: `vulkan/${basename(loader)}`, executable: true },
  { from: apacheLicence(root), to: 'vulkan/LICENSE' },
];

/**
 * Lists all files of the archive, except those that are generated while packing.
 * @param {{ root: string, node: string, cli: string, bench: string, loader?: string }} parts the repository; Node's binary; the
 * bundles' folders; Chromium's Vulkan loader, for machines with a driver but no loader
 * @returns {Packed[]}
 */
export function contents({ root, node, cli, bench, loader }) {
  /** @param {string} folder @param {string} to */
  const bundle = (folder, to) => filesIn(folder).map((path) => ({ from: join(folder, path), to: `${to}/${path}` }));
  return [
    { from: join(root, 'bench/headless/run.sh'), to: 'run.sh', executable: true },
    { from: join(root, 'bench/headless/README.md'), to: 'README.md' },
    { from: join(root, 'LICENSE'), to: 'LICENSE' },
    { from: node, to: 'bin/node', executable: true },
    { from: nodeLicence(node), to: 'bin/LICENSE' },
    ...(loader ? loaderFiles(root, loader) : []),
    ...bundle(cli, 'cli'),
    ...bundle(bench, 'bench'),
    ...packageFiles(root, 'webgpu', isDawn),
    ...peerFiles(root),
  ];
}
