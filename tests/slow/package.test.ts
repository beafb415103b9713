import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build, createServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isolationHeaders } from '../../vite.shared.ts';
import { browserMissing, launchBrowser } from '../environment/browser.ts';
import { readSurface } from '../../src/formats/read-surface.ts';
import { tetrahedraliseSurface } from '../../src/surface/tetrahedralise-surface.ts';
import type { Drawn, Filled } from '../fixtures/package-page/drawn.ts';
import { isFull, some } from '../fixtures/tier.ts';

// Takes long: the package is built and packed, installed twice, and its page built. One file, since all its tests share that package.

const ROOT = resolve(import.meta.dirname, '../..');
/** The examples of a document: each after the sentence that says what it prints. */
const examplesOf = (name: string) =>
  [...readFileSync(join(ROOT, name), 'utf8').matchAll(/prints? `([^`]+)`:\n\n```js\n(.*?)^```$/gms)].map(
    ([, output, program]) => ({ output, program }),
  );

/** Lengths of a box's sides in its file, and a file of it with one vertex per corner and squares as faces. */
const SIDES = [200, 100, 120];
const CORNERS = Array.from({ length: 8 }, (_, i) => SIDES.map((side, k) => ((i >> k) & 1) * side));
const SQUARES = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
const OBJ = [...CORNERS.map((corner) => `v ${corner.join(' ')}`), ...SQUARES.map((square) => `f ${square}`), ''].join(
  '\n',
);

/** docs/api as it was before the package was built. */
let reference: Readonly<Record<string, string>>;
let folder: string;
/** Projects in it: of Node and of Vite. */
let bare: string;
let app: string;

const committedReference = () =>
  Object.fromEntries(
    ['index', 'surfaces', 'three'].map((entry) => [
      entry,
      readFileSync(join(ROOT, `docs/api/${entry}.api.md`), 'utf8'),
    ]),
  );

/** A new project that the packed file is installed in, and nothing else. */
function projectOf(packed: string, name: string): string {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...quiet, `../${packed}`], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
  return project;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'untangle-package-'));
  reference = committedReference();
  // prepack builds it, and writes the reference of docs/api.
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [packed] = readdirSync(folder);
  bare = projectOf(packed, 'bare');
  app = projectOf(packed, 'app');
  cpSync(join(ROOT, 'tests/fixtures/package-page'), app, { recursive: true });
  // three and its types are installed beside it.
  for (const name of ['three', '@types', '@webgpu'])
    symlinkSync(join(ROOT, 'node_modules', name), join(app, 'node_modules', name));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string) => {
  writeFileSync(join(bare, 'program.js'), program);
  const { status, stdout, stderr } = spawnSync('node', ['program.js'], { cwd: bare, encoding: 'utf8' });
  return { status, stdout, stderr };
};

it('docs/api is the reference of what the package exports', () => {
  expect(committedReference()).toEqual(reference);
});

describe('the package in a bare Node project', () => {
  it('installs nothing else', () => {
    const installed = readdirSync(join(bare, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['@untangle']);
  });

  it('brings the licence of every library that its scripts contain', () => {
    const packed = join(bare, 'node_modules/@untangle/untangle/dist/package');
    for (const part of ['.', 'command-line']) {
      const scripts = readdirSync(join(packed, part), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js') && !(part === '.' && name.startsWith('command-line')))
        .map((name) => readFileSync(join(packed, part, name), 'utf8'));
      // The bundler writes a comment with the path of each module.
      const modules = scripts.flatMap((text) => [...text.matchAll(/^\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)]);
      const libraries = new Set(modules.map(([, name]) => name));
      expect(libraries).toContain('comlink');
      const licences = readFileSync(join(packed, part, 'LICENSES.md'), 'utf8');
      for (const library of libraries) expect(licences).toContain(`## ${library} - `);
    }
  });

  it('is imported without a trace, even where there are no workers, no shared memory and no modules of Node', () => {
    const result = run(`
      for (const name of ['Worker', 'SharedArrayBuffer', 'navigator', 'setTimeout', 'setInterval']) delete globalThis[name];
      process.getBuiltinModule = undefined;
      const seen = () => JSON.stringify([Reflect.ownKeys(globalThis).map(String), process.eventNames().map(String)]);
      const before = seen();
      const { World, shortestPaths } = await import('@untangle/untangle');
      const { readSurface } = await import('@untangle/untangle/surfaces');
      console.log(seen() === before, typeof World, typeof shortestPaths, typeof readSurface);
    `);
    expect(result).toEqual({ status: 0, stdout: 'true function function function\n', stderr: '' });
  });

  it('has scripts for surfaces that import nothing but one another', () => {
    const packed = join(bare, 'node_modules/@untangle/untangle/dist/package');
    const found = new Set([join(packed, 'surfaces.js')]);
    const strangers: string[] = [];
    for (const script of found)
      for (const [, name] of readFileSync(script, 'utf8').matchAll(
        /^(?!\s*(?:\*|\/[/*]))(?:(?:import|export)\b[^"'`\n]*|.*\bimport\(\s*)["'`]([^"'`]+)["'`]/gm,
      ))
        if (name.startsWith('.')) found.add(resolve(script, '..', name));
        else strangers.push(name);
    expect(strangers).toEqual([]);
    expect([...found].map((script) => script.slice(packed.length))).toContain('/parts/read-gltf.js');
  });

  it("runs the README's two examples, of 20 lines at most each", () => {
    const examples = examplesOf('README.md');
    expect(examples.length).toBe(2);
    for (const { program, output } of examples) {
      expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
      expect(run(program)).toEqual({ status: 0, stdout: `${output}\n`, stderr: '' });
    }
  });

  it('reads a surface, fills it, lets it fall and writes it, as docs/library.md shows', () => {
    const [{ program, output }, ...others] = examplesOf('docs/library.md');
    expect(others).toEqual([]);
    writeFileSync(join(bare, 'body.obj'), OBJ);
    expect(run(program)).toEqual({ status: 0, stdout: `${output}\n`, stderr: '' });
    const rows = (kind: string) =>
      [...readFileSync(join(bare, 'fallen.obj'), 'utf8').matchAll(new RegExp(`^${kind} (.*)$`, 'gm'))].map(([, row]) =>
        row.split(' ').map(Number),
      );
    // Free fall by the defaults: drag of 0.1 / s, then gravity, for 150 steps of 3.3 ms.
    let [speed, fallen] = [0, 0];
    for (let step = 0; step < 150; step++) {
      speed = speed / (1 + 0.0033 * 0.1) + 0.0033 * 9.81;
      fallen += 0.0033 * speed;
    }
    const expected = CORNERS.flatMap((corner) => corner.map((x, k) => x / 1000 - (k === 1 ? fallen : 0)));
    const missed = rows('v').flatMap((corner, v) => corner.map((x, k) => Math.abs(x - expected[3 * v + k])));
    expect(missed.length).toBe(24);
    expect(Math.max(...missed)).toBeLessThan(1e-4);
    expect(rows('f').length).toBe(12);
  });

  it('sends a surface through every format that it writes', () => {
    const result = run(`
      import { readFileSync } from 'node:fs';
      import * as surfaces from '@untangle/untangle/surfaces';
      const file = { name: 'body.obj', bytes: new TextEncoder().encode(${JSON.stringify(OBJ)}) };
      const surface = await surfaces.readSurface([file]);
      const places = ({ positions, triangles }) => [...triangles].map((v) => positions.slice(3 * v, 3 * v + 3).join());
      for (const format of surfaces.WRITTEN_SURFACE_FORMATS) {
        const files = await surfaces.writeSurface('again', format, surface);
        const again = await surfaces.readSurface(files);
        console.log(format, places(again).join() === places(surface).join());
      }
    `);
    const stdout = ['obj', 'stl', 'ply', 'glb'].map((format) => `${format} true\n`).join('');
    expect(result).toEqual({ status: 0, stdout, stderr: '' });
  });

  it.each([
    [
      "readSurface([{ name: 'a.xyz', bytes: new Uint8Array() }])",
      /^MeshFileError: a\.xyz was given; expected one file/,
    ],
    ["readSurface([{ name: 'a.glb', bytes: new Uint8Array(3) }])", /^MeshFileError: a\.glb: .*; expected/],
    ["writeSurface('a', 'xyz', {})", /^RangeError: A surface was to be written as 'xyz', expected one of obj, /],
    ['estimate({ volume: 1, area: 1 }, 0)', /^RangeError: The cell is 0 m, expected a positive length/],
    ['measureThickness({ positions: [], tets: [] })', /^Error: The mesh has no tetrahedra, expected at least one/],
  ])('refuses %s in words', (call, told) => {
    const { stdout } = run(`
      import * as surfaces from '@untangle/untangle/surfaces';
      const tell = (error) => console.log(error instanceof surfaces.MeshFileError ? 'MeshFileError: ' + error.message : String(error));
      try { await surfaces.${call}; } catch (error) { tell(error); }
    `);
    expect(stdout.trim()).toMatch(told);
  });

  it('gives the same bits on the calling thread and on any number of workers, however they are started', () => {
    const result = run(`
      import { Worker } from 'node:worker_threads';
      import { cuboid, World } from '@untangle/untangle';
      const { mesh } = cuboid({ size: [1, 0.5, 1], cells: [4, 2, 4] });
      const worker = import.meta.resolve('@untangle/untangle/worker');
      const seen = new Set();
      for (const choice of [{ workers: 0 }, { workers: 1 }, { workers: 3 }, { workers: 2, worker }]) {
        const bodies = [{ mesh, at: [0, 1, 0] }, { mesh, at: [0.15, 1.45, 0.1] }];
        const world = await World.create({ bodies, colliders: [{ normal: [0, 1, 0], offset: 0 }], ...choice });
        for (let i = 0; i < 20; i++) await world.step();
        seen.add(await world.simulator.hash());
        console.log(world.workers.count, world.workers.reason);
        await world.dispose();
      }
      console.log(seen.size);
    `);
    expect(result).toEqual({
      status: 0,
      stdout: '0 undefined\n1 undefined\n3 undefined\n2 undefined\n1\n',
      stderr: '',
    });
  });

  it.each([
    ['World.create({ bodies: [] })', 'TypeError: the world has no bodies, expected at least one'],
    ['World.create({ bodies, workers: 1.5 })', /RangeError: 1.5 workers were asked for, expected 0 to \d+/],
    [
      "World.create({ bodies, backend: 'cpu', renderer: {} })",
      /TypeError: renderer and backend are given, expected one/,
    ],
    ['World.create({ bodies, renderer: { backend: {} } })', /TypeError: the renderer has no WebGPU device; expected/],
  ])('refuses %s in words', (call, told) => {
    const { stdout } = run(`
      import { cuboid, World } from '@untangle/untangle';
      const bodies = [{ mesh: cuboid({ size: [1, 1, 1], cells: [1, 1, 1] }).mesh }];
      await ${call}.catch((error) => console.log(String(error)));
    `);
    expect(stdout.trim()).toMatch(told);
  });

  it('brings every page that docs/library.md links to', () => {
    const docs = join(bare, 'node_modules/@untangle/untangle/docs');
    const links = [...readFileSync(join(docs, 'library.md'), 'utf8').matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !existsSync(join(docs, link)))).toEqual([]);
  });

  it('brings its command line', () => {
    const shown = spawnSync(
      'npx',
      ['--offline', 'untangle', 'run', 'tangled-ball', '--size', '5000', '--frames', '1'],
      {
        cwd: bare,
        encoding: 'utf8',
      },
    );
    expect(shown).toMatchObject({ status: 0 });
    expect(shown.stdout).toContain('tangled-ball');
  });
});

describe('the types, in a bare Vite project', () => {
  it.each(
    some(
      [
        ['bundler', 'ESNext'],
        ['nodenext', 'NodeNext'],
      ] as const,
      1,
    ),
  )('is typechecked strictly, its types too, with module resolution %s', (moduleResolution, module) => {
    const config = {
      compilerOptions: {
        ...{
          strict: true,
          exactOptionalPropertyTypes: true,
          noEmit: true,
          allowImportingTsExtensions: true,
          target: 'ES2022',
          types: [],
        },
        ...{ lib: ['ES2023', 'DOM', 'DOM.Iterable'], module, moduleResolution, skipLibCheck: true },
      },
      files: ['main.ts', 'worker-url.d.ts'],
    };
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(spawnSync('node', [tsc, '-p', app], { encoding: 'utf8' })).toMatchObject({ stdout: '', status: 0 });
    // The package's own declarations, with all that they import.
    const own = { ...config.compilerOptions, skipLibCheck: false };
    const types = ['index', 'surfaces', 'worker'].map(
      (entry) => `node_modules/@untangle/untangle/dist/package/${entry}.d.ts`,
    );
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: own, files: types }));
    expect(spawnSync('node', [tsc, '-p', app], { encoding: 'utf8' })).toMatchObject({ stdout: '', status: 0 });
  });
});

describe.skipIf(browserMissing())('the page of a bare Vite project, in Chromium', () => {
  let context: BrowserContext;
  let built: string;
  let developed: string;
  const servers: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    const config = { root: app, configFile: false, logLevel: 'error' } as const;
    await build({ ...config, build: { target: 'es2022' } });
    const builds = await preview(config);
    // The links to three lead out of the project's folder.
    const sources = await createServer({ ...config, server: { fs: { strict: false } } });
    servers.push(builds, sources);
    await sources.listen();
    built = builds.resolvedUrls!.local[0];
    developed = sources.resolvedUrls!.local[0];
    context = await launchBrowser({ webgpu: true });
  });
  afterAll(async () => {
    await context?.close();
    for (const server of servers) await server.close();
  });

  async function open(
    url: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ page: Page; faults: string[] }> {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.route(`${url}**`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
    });
    await page.goto(url);
    await page.waitForFunction('globalThis.fall').catch((error) => {
      throw new Error(`the page told ${JSON.stringify(faults)}`, { cause: error });
    });
    return { page, faults };
  }

  const fall = (page: Page, call: string) => page.evaluate<Drawn>(`fall(${call})`);

  /** Checks that the body is drawn at the start and at the end of its fall. */
  function expectFallen({ covered, rows, positions }: Drawn): void {
    for (const share of covered) expect(share).toBeGreaterThan(0.03);
    expect(rows[1]).toBeGreaterThan(rows[0] + 5);
    // Free fall for 60 steps of 3.3 ms from 0.95 m.
    expect(Math.min(...positions.filter((_, i) => i % 3 === 1))).toBeCloseTo(0.95 - (9.81 * 0.198 ** 2) / 2, 2);
  }

  it('draws what falls, on the processor', async () => {
    const { page, faults } = await open(built, isolationHeaders);
    const cpu = await fall(page, 'false');
    expect(cpu).toMatchObject({ kind: 'cpu', workers: { count: 2 } });
    expect(cpu.workers.reason).toBeUndefined();
    expectFallen(cpu);
    expect(faults).toEqual([]);
  });

  it.runIf(isFull)('draws what falls, on the device that three draws with, as on the processor', async () => {
    const { page, faults } = await open(built, isolationHeaders);
    const cpu = await fall(page, 'false');
    const gpu = await fall(page, 'true');
    expect(gpu.kind).toBe('gpu');
    expectFallen(gpu);
    // The same step by step, up to what the device rounds otherwise.
    gpu.positions.forEach((x, i) => {
      expect(Math.abs(x - cpu.positions[i])).toBeLessThan(1e-4);
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ['built', () => built],
    ["in Vite's development server", () => developed],
  ])('fills a surface as Node does, %s', async (_, url) => {
    const { page, faults } = await open(url(), isolationHeaders);
    const cell = 40;
    const filled = await page.evaluate<Filled>(`fill(${JSON.stringify(OBJ)}, ${cell})`);
    const surface = await readSurface([{ name: 'a.obj', bytes: new TextEncoder().encode(OBJ) }]);
    const { mesh } = tetrahedraliseSurface(surface, { cell });
    expect(filled.tets).toEqual([...mesh.tets]);
    // A step of free fall.
    const fallen = (positions: Float32Array) =>
      [...positions].map((x, i) => (i % 3 === 1 ? x - 9.81 * 0.0033 ** 2 : x));
    const misses = [
      ...fallen(mesh.positions).map((x, i) => Math.abs(x - filled.moved[i])),
      ...fallen(surface.positions).map((x, i) => Math.abs(x - filled.surface[i])),
    ];
    expect(misses.length).toBe(mesh.positions.length + surface.positions.length);
    expect(Math.max(...misses)).toBeLessThan(1e-4);
    // The browser may keep the development server's socket from its page.
    expect(faults.filter((fault) => !/websocket/i.test(fault))).toEqual([]);
  });

  it('runs one worker where the page is not isolated, and says why', async () => {
    const { page } = await open(built, {});
    const { workers, ...drawn } = await fall(page, 'false');
    expect(workers.count).toBe(1);
    expect(workers.reason).toMatch(/isn't isolated.*Cross-Origin-Opener-Policy: same-origin/);
    expectFallen({ workers, ...drawn });
  });
  it.each(some(['undefined', '{ worker: globalThis.worker }'], 1))(
    "finds the workers' script in Vite's development server too, with options %s",
    async (options) => {
      const { page } = await open(developed, isolationHeaders);
      const drawn = await fall(page, `false, ${options}`);
      expect(drawn).toMatchObject({ kind: 'cpu', workers: { count: 2 } });
      expectFallen(drawn);
    },
  );
});
