import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * A file of the archive.
 * @typedef {{ from: string, to: string, executable?: boolean }} Packed `from` on this machine, `to` in the archive's one folder
 */

/** The archive's one folder. */
export const FOLDER = 'untangle-headless-linux-x64';

/** Of a package what runs: neither types, maps and sources, nor builds that no benchmark loads. */
const RUNS = /\.(m?js|cjs|wasm)$|^package\.json$|\/package\.json$/;
const UNUSED =
  /(^|\/)(examples|asm)\/|(^|\/)dist\/.*(debug|multithread\.wasm\.)|\.umd\.|three\.(webgpu|tsl)|jolt-physics\.js$/;
const LICENCE = /^licen[cs]e(\.\w+)?$/i;

/**
 * @param {string} folder @param {string} [below]
 * @returns {string[]} paths in it
 */
function filesIn(folder, below = '') {
  return readdirSync(join(folder, below))
    .sort()
    .flatMap((name) => {
      const path = below ? `${below}/${name}` : name;
      return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path];
    });
}

/**
 * The files of an installed package that it runs by, and its licence.
 * @param {string} root @param {string} name @param {(path: string) => boolean} runs
 * @returns {Packed[]}
 */
function packageFiles(root, name, runs) {
  const folder = join(root, 'node_modules', name);
  const files = filesIn(folder).filter((path) => LICENCE.test(path) || runs(path));
  if (!files.some((path) => LICENCE.test(path)))
    throw new Error(`${name} has no licence file: found ${files.join(', ')}`);
  return files.map((path) => ({ from: join(folder, path), to: `node_modules/${name}/${path}` }));
}

/** Dawn for this machine alone; its other builds are 100 MB. @param {string} path */
const isDawn = (path) => ['package.json', 'index.js', 'dist/linux-x64/dawn.node'].includes(path);

/**
 * A peer's code. Some run by their sources, of others these are but what their build was made of.
 * @param {string} root @param {string} name
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
 * What the benchmarks are compared with, and what those ask for.
 * @param {string} root @returns {Packed[]}
 */
export function peerFiles(root) {
  /** @type {{ devDependencies: Record<string, string> }} */
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'bench/package.json'), 'utf8'));
  const names = [...Object.keys(devDependencies), 'three'].sort();
  return names.flatMap((name) => packageFiles(root, name, isCodeOf(root, name)));
}

/**
 * Node's licence, where its own archive puts it, and where Debian's package does.
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
 * The Khronos loader as Chromium builds it, under the Apache licence; its text is that of TypeScript's package.
 * @param {string} root @param {string} loader
 * @returns {Packed[]}
 */
const loaderFiles = (root, loader) => [
  { from: loader, to: `vulkan/${basename(loader)}`, executable: true },
  { from: join(root, 'node_modules/typescript/LICENSE'), to: 'vulkan/LICENSE' },
];

/**
 * Every file of the archive but for what is made while it is packed.
 * @param {{ root: string, node: string, cli: string, bench: string, loader?: string }} parts the repository; Node's binary; the
 * bundles' folders; Chromium's Vulkan loader, for machines that have a driver and no loader
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
