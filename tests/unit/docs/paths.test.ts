import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGES } from './pages.ts';
import { read, ROOT } from './recorded.ts';

/** Folders that paths in documents start from: the repository, its code, its kernels, and the simulation's own. */
const BASES = ['', 'src', 'shaders', 'src/simulation'];
/** Folders of the repository with files that documents name. */
const ROOTS = ['src', 'shaders', 'tests', 'bench', 'bin', 'tools', 'docs', 'examples', 'public'];

const folders = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
/** Every first folder of a path that a document may name. */
const FIRST = new Set([...ROOTS, ...BASES.slice(1).flatMap(folders)]);

const namesUnder = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
/** Names of all files, whatever their folder. */
const FILES = new Set([...readdirSync(ROOT), ...ROOTS.flatMap(namesUnder)]);

/** Data that tests read if they are there. The folder lies beside the repository, and most clones don't have it. */
const SHARED_DATA = /^\.\.\/shared\b/;

/** Words with a slash whose first folder is one of the repository's, and bare names of source files. Addresses and units per second are none. */
function pathsIn(text: string): readonly string[] {
  const words = text.replaceAll(/\b[a-z]+:\/\/\S+|\b[a-z]+\/s\b/g, '').match(/[\w.@*<>-]+(?:\/[\w.@*<>-]+)*\/?/g) ?? [];
  const paths = words.map((word) => word.replace(/[.]+$/, '').replace(/\/$/, ''));
  const isNamed = (path: string) =>
    path.includes('/') && !SHARED_DATA.test(path) && FIRST.has(path.split('/').find((part) => part !== '..')!);
  const named = paths.filter(isNamed);
  return [...named, ...paths.filter((path) => /^[\w-]+(\.[\w-]+)*\.(ts|mjs|wgsl)$/.test(path))];
}

/** A name in capitals or brackets, such as SCENE, stands for many: the folder above it has to exist. */
function exists(page: string, path: string): boolean {
  const parts = path.split('/');
  const open = parts.findIndex((part) => /[*<>]|(?<![a-z-])[A-Z]{4,}(?![a-z])/.test(part) && !part.endsWith('.md'));
  const known = open < 0 ? path : parts.slice(0, open).join('/');
  if (!path.includes('/')) return FILES.has(path);
  return [...BASES, dirname(page)].some((base) => existsSync(join(ROOT, base, known)));
}

it.each(PAGES)('%s names only files and folders that exist', (page) => {
  expect([...new Set(pathsIn(read(page)))].filter((path) => !exists(page, path))).toEqual([]);
});

it('finds paths, and those that are missing', () => {
  const text =
    'See [walk.ts](../src/bvh/walk.ts), `simulation/program/pass.ts`, shaders/<list>/x.wgsl, 3 m/s, `src/nowhere.ts`, ../shared/data and gone.ts.';
  const paths = pathsIn(text);
  expect(paths).toEqual([
    '../src/bvh/walk.ts',
    'simulation/program/pass.ts',
    'shaders/<list>/x.wgsl',
    'src/nowhere.ts',
    'walk.ts',
    'gone.ts',
  ]);
  expect(paths.filter((path) => !exists('docs/method.md', path))).toEqual(['src/nowhere.ts', 'gone.ts']);
});
