import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { NATIVE, nativeModules } from './tests/environment/native-modules.ts';
import { constants, shaders, simdKernels } from './vite.shared.ts';

/** Whether tests run once: to watch files, or to find the tests that a file reaches, Vitest needs its own form of them. */
const runsOnce = process.argv[2] === 'run';

/** Test files that run at the same time: 2, for machines with two cores. */
const WORKERS = 2;

const seconds = (s: number) => s * 1000;

/**
 * A project for one kind of test, in tests/NAME. Projects of the same order run at the same time, different orders one after
 * another. Each project transforms the sources for itself, so that few projects start sooner than many.
 * @param timeout of a test and of a hook [s]
 */
const project = (
  name: string,
  order: number,
  maxWorkers: number,
  timeout: number,
  {
    isNative = false,
    ...options
  }: {
    globalSetup?: string[];
    isolate?: boolean;
    restoreMocks?: boolean;
    unstubGlobals?: boolean;
    include?: string[];
    exclude?: string[];
    expect?: object;
    isNative?: boolean;
  } = {},
) => ({
  define: { ...constants }, // vitest empties the object
  plugins: [shaders(), simdKernels(), ...(isNative && runsOnce ? [nativeModules()] : [])],
  test: {
    server: { deps: { external: [NATIVE] } },
    name,
    include: [`tests/${name}/**/*.test.ts`],
    environment: 'node',
    pool: 'forks' as const,
    maxWorkers,
    sequence: { groupOrder: order },
    testTimeout: seconds(timeout),
    hookTimeout: seconds(timeout),
    ...options,
  },
});

/** Folders of the tests of parts, of mended bugs and of physics. */
const FOLDERS = ['unit', 'repro', 'physics'];

/** Test files in FOLDERS whose text matches a pattern. */
function filesWith(pattern: RegExp): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(`tests/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => join('tests', folder, file)),
  );
  return files.filter((file) => file.endsWith('.test.ts') && pattern.test(readFileSync(file, 'utf8')));
}

/** Test files that run the command line. */
const COMMANDS = filesWith(/fixtures\/command-line\.ts'/);
/** Other test files that replace modules, globals or time: each has a process of its own. */
const ALONE = filesWith(/\bvi\.(?:doMock|mock|stub|use)/).filter((file) => !COMMANDS.includes(file));
/** Timeout of simulations that take seconds, or minutes if other work shares the cores [s]. */
const LONG = 300;

/** Options of projects whose tests look at the built page. In a second, Vitest's own patience, a busy machine may not show a frame. */
const PAGE = {
  globalSetup: ['tests/environment/build-page.ts'],
  expect: { poll: { timeout: seconds(60) } },
};

/** Projects of `npm test`. Files share a process per worker, because loading modules takes longer than most of their tests. */
const PROJECTS = [
  project('together', 0, WORKERS, LONG, {
    isolate: false,
    isNative: true,
    // A file can't leave its replacements to the next one.
    restoreMocks: true,
    unstubGlobals: true,
    include: FOLDERS.map((folder) => `tests/${folder}/**/*.test.ts`),
    exclude: [...ALONE, ...COMMANDS],
  }),
  project('alone', 0, WORKERS, LONG, { include: ALONE }),
];

/** Projects of `npm run test:cli`: the command line, in this process or in one of its own. */
const CLI_PROJECTS = [project('cli', 0, WORKERS, LONG, { isolate: false, include: COMMANDS })];

/** Projects of `npm run test:gpu`. A software GPU uses every core: two files at a time were measured to take longer than one. */
const GPU_PROJECTS = [
  // The files of a worker share a process, a device and its pipelines, because compiling the kernels takes longer than most of these tests.
  project('parity', 0, 1, 120, { isolate: false, exclude: ['tests/parity/alone/**'] }),
  // Tests that replace modules or hide the driver need a process of their own.
  project('parity/alone', 0, 1, 120),
];

/** Projects of `npm run test:page`: the built page in Chromium. Two at a time were measured to gain a tenth, and to disturb one another. */
const PAGE_PROJECTS = [project('browser', 0, 1, 180, PAGE)];

/** Projects of `npm run test:slow`: whole runs and page visits that take tens of seconds each. */
const SLOW_PROJECTS = [project('slow', 0, 1, 300, PAGE)];

/** Projects of `npm run test:long`: hundreds of thousands of random queries, and runs of a thousand steps, which take minutes. */
const LONG_PROJECTS = [project('long', 0, WORKERS, 900, { isNative: true })];

/** Projects of `npm run test:browsers`: the built page in all browsers that are installed. */
const BROWSERS_PROJECTS = [project('browsers', 0, 1, 300, PAGE)];

const MODES: Readonly<Record<string, typeof PROJECTS>> = {
  cli: CLI_PROJECTS,
  gpu: GPU_PROJECTS,
  page: PAGE_PROJECTS,
  slow: SLOW_PROJECTS,
  long: LONG_PROJECTS,
  browsers: BROWSERS_PROJECTS,
};

/** Modes whose tests print tables. */
const PRINTING = ['slow', 'long', 'browsers'];

export default defineConfig(({ mode }) => ({
  test: {
    projects: MODES[mode] ?? PROJECTS,
    disableConsoleIntercept: PRINTING.includes(mode),
  },
}));
