import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importGraph } from './import-graph.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
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
    expect([...packages].sort()).toEqual([
      'comlink',
      'comlink/dist/esm/node-adapter.mjs',
      'fflate/browser',
      'robust-predicates',
    ]);
    const PAGE_ONLY = ['document', 'window', 'navigator', 'location', 'localStorage', 'requestAnimationFrame', 'fetch'];
    const naming = (name: string) =>
      modules.filter(({ identifiers }) => identifiers.has(name)).map(({ path }) => path.replace(/.*\//, ''));
    // Named where workers are started, and nowhere else.
    expect(naming('Worker').sort()).toEqual(['start-worker.ts', 'workers.ts']);
    for (const name of PAGE_ONLY) expect(naming(name), name).toEqual([]);
  });
});
