import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importGraph } from './import-graph.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');

/** The first block of its kind on the page. */
const block = (kind: string): string => PAGE.match(new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\`$`, 'ms'))![1];

describe('the library, built for plain Node', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'untangle-library-'));
    const outDir = join(folder, 'untangle/dist/library');
    mkdirSync(outDir, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    await build({ configFile: join(ROOT, 'vite.library.config.ts'), logLevel: 'silent', build: { outDir } });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (program: string) => {
    writeFileSync(join(folder, 'program.js'), program);
    const { status, stdout, stderr } = spawnSync('node', ['program.js'], { cwd: folder, encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  it('runs the program of docs/library.md, which prints what the page says', () => {
    const expected = block('text');
    expect(expected.split('\n').length).toBeGreaterThan(3);
    expect(run(block('js'))).toEqual({ status: 0, stdout: expected, stderr: '' });
  });

  it('is imported without a trace where there are no workers, no shared memory and no modules of Node', () => {
    const { status, stdout, stderr } = run(`
      for (const name of ['Worker', 'SharedArrayBuffer', 'navigator', 'setTimeout', 'setInterval']) delete globalThis[name];
      process.getBuiltinModule = undefined;
      const seen = () => JSON.stringify([Reflect.ownKeys(globalThis).map(String), process.eventNames().map(String)]);
      const before = seen();
      const { Simulator, openBackend } = await import('./untangle/dist/library/untangle.js');
      console.log(seen() === before, typeof Simulator, typeof openBackend);
    `);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'true function function\n', stderr: '' });
  });
});

describe('what src/index.ts imports', () => {
  const modules = importGraph(join(ROOT, 'src/index.ts'));

  it('is found at all, and not what is loaded when a device is asked for', () => {
    const paths = modules.map(({ path }) => path.slice(ROOT.length + 1));
    expect(paths).toEqual(expect.arrayContaining(['src/index.ts', 'src/cpu/cpu-backend.ts', 'src/bvh/walk.ts']));
    expect(paths.filter((path) => /^src\/(gpu|ui|cli|render|record|scenes)\//.test(path))).toEqual([]);
  });

  it('does nothing at its top level but declare', () => {
    const declares = /^(Variable|Function|Class)Declaration$|^TS|^ExportNamedDeclaration$/;
    for (const { path, statements } of modules)
      expect(
        statements.filter((type) => !declares.test(type)),
        path,
      ).toEqual([]);
  });

  it('needs no page and no module of Node', () => {
    const packages = new Set(modules.flatMap((module) => module.packages));
    expect([...packages].sort()).toEqual(['comlink', 'comlink/dist/esm/node-adapter.mjs', 'robust-predicates']);
    const PAGE_ONLY = ['document', 'window', 'navigator', 'location', 'localStorage', 'requestAnimationFrame', 'fetch'];
    for (const { path, identifiers } of modules)
      expect(
        PAGE_ONLY.filter((name) => identifiers.has(name)),
        path,
      ).toEqual([]);
    const starting = modules.filter(({ identifiers }) => identifiers.has('Worker')).map(({ path }) => path);
    expect(starting.map((path) => path.replace(/.*\//, '')).sort()).toEqual([
      'start-worker-browser.ts',
      'start-worker-node.ts',
    ]);
  });
});
