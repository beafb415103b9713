import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contents, peerFiles } from '../../../bench/headless/contents.mjs';
import config from '../../../vite.bench.config.ts';

/** Files of a repository and of Node, as empty files on disk. */
const FILES = [
  'LICENSE',
  'bench/headless/run.sh',
  'bench/headless/README.md',
  'dist/cli/main.js',
  'dist/cli/pool.worker.js',
  'dist/bench/main.js',
  'node_modules/webgpu/package.json',
  'node_modules/webgpu/LICENSE.md',
  'node_modules/webgpu/index.js',
  'node_modules/webgpu/build/build.js',
  'node_modules/webgpu/dist/linux-x64/dawn.node',
  'node_modules/webgpu/dist/linux-arm64/dawn.node',
  'node_modules/webgpu/dist/win32-x64/dawn.node',
  'node_modules/peer/package.json',
  'node_modules/peer/LICENSE',
  'node_modules/peer/README.md',
  'node_modules/peer/build/index.js',
  'node_modules/peer/build/index.js.map',
  'node_modules/peer/build/index.d.ts',
  'node_modules/peer/dist/peer.debug.js',
  'node_modules/peer/build/peer.wasm',
  'node_modules/peer/src/index.js',
  'node_modules/sources/package.json',
  'node_modules/sources/LICENSE',
  'node_modules/sources/src/debug/index.js',
  'node_modules/@scope/apache/package.json',
  'node_modules/@scope/apache/index.js',
  'node_modules/@scope/apache/mt/index.js',
  'node_modules/three/package.json',
  'node_modules/three/LICENSE',
  'node_modules/three/build/three.module.js',
  'node_modules/three/examples/jsm/loader.js',
  'node_modules/typescript/LICENSE',
  'loader/libvulkan.so.1',
  'prefix/bin/node',
  'prefix/LICENSE',
];

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'untangle-headless-'));
  for (const path of FILES) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  const write = (path: string, content: object) => writeFileSync(join(root, path), JSON.stringify(content));
  write('bench/package.json', {
    devDependencies: { '@scope/apache': '1.0.0', peer: '1.0.0', sources: '1.0.0' },
  });
  write('node_modules/peer/package.json', {
    main: './build/index.js',
    exports: { '.': './build/index.js', './src/*': './src/*' },
  });
  write('node_modules/@scope/apache/package.json', { exports: { '.': './index.js' }, license: 'Apache-2.0' });
  write('node_modules/sources/package.json', { exports: { '.': { import: './src/debug/index.js' } } });
  write('node_modules/three/package.json', { main: 'build/three.module.js' });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const parts = (loader?: string) => ({
  root,
  node: join(root, 'prefix/bin/node'),
  cli: join(root, 'dist/cli'),
  bench: join(root, 'dist/bench'),
  ...(loader ? { loader: join(root, loader) } : {}),
});

it('packs what runs on linux x64, with the licences, and nothing else', () => {
  const packed = contents(parts('loader/libvulkan.so.1')).map(({ to }) => to);
  expect(packed.sort()).toEqual([
    'LICENSE',
    'README.md',
    'bench/main.js',
    'bin/LICENSE',
    'bin/node',
    'cli/main.js',
    'cli/pool.worker.js',
    'node_modules/@scope/apache/LICENSE',
    'node_modules/@scope/apache/index.js',
    'node_modules/@scope/apache/package.json',
    'node_modules/peer/LICENSE',
    'node_modules/peer/build/index.js',
    'node_modules/peer/build/peer.wasm',
    'node_modules/peer/package.json',
    'node_modules/sources/LICENSE',
    'node_modules/sources/package.json',
    'node_modules/sources/src/debug/index.js',
    'node_modules/three/LICENSE',
    'node_modules/three/build/three.module.js',
    'node_modules/three/package.json',
    'node_modules/webgpu/LICENSE.md',
    'node_modules/webgpu/dist/linux-x64/dawn.node',
    'node_modules/webgpu/index.js',
    'node_modules/webgpu/package.json',
    'run.sh',
    'vulkan/LICENSE',
    'vulkan/libvulkan.so.1',
  ]);
});

it('makes programs executable', () => {
  const executable = contents(parts()).filter((file) => file.executable);
  expect(executable.map(({ to }) => to)).toEqual(['run.sh', 'bin/node']);
});

it.each([
  ['node_modules/peer/LICENSE', /peer has no licence file/],
  ['prefix/LICENSE', /Node's licence lies at none of/],
])('refuses to pack without %s', (path, message) => {
  rmSync(join(root, path));
  try {
    expect(() => contents(parts())).toThrow(message);
  } finally {
    writeFileSync(join(root, path), '');
  }
});

it("packs every file that Node needs to resolve the benchmarks' imports", () => {
  const repository = fileURLToPath(new URL('../../..', import.meta.url));
  const sources = readdirSync(join(repository, 'bench'), { encoding: 'utf8', recursive: true }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('node_modules'),
  );
  // Type imports don't exist in the bundle, and Node has its own modules.
  const external = /^import (?!type)[^;]*? from '([^.'][^']*)'|import\('([^.'][^']*)'\)/gm;
  const imported = sources.flatMap((name) =>
    [...readFileSync(join(repository, 'bench', name), 'utf8').matchAll(external)].map(([, from, call]) => from ?? call),
  );
  // Only external packages are not in the bundle.
  const outside = config.ssr?.external as readonly string[];
  const names = [...new Set(imported)].filter((name) => outside.some((peer) => `${name}/`.startsWith(`${peer}/`)));
  expect(names).toContain('jolt-physics/wasm-compat-multithread');
  const resolve = `console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => import.meta.resolve(name))))`;
  const options = { cwd: repository, encoding: 'utf8' } as const;
  const found: string[] = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', resolve], options));
  const packed = new Set(peerFiles(repository).map(({ to }) => to));
  expect(found.map((url) => relative(repository, fileURLToPath(url))).filter((path) => !packed.has(path))).toEqual([]);
});
