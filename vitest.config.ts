import { defineConfig } from 'vitest/config';
import { constants, shaders } from './vite.shared.ts';

/** Two cores: whatever needs less than a whole machine runs two files at a time. */
const WORKERS = 2;

const seconds = (s: number) => s * 1000;

/** One kind of test, in tests/NAME. Kinds of the same order run together, the orders one after another. */
const project = (
  name: string,
  order: number,
  maxWorkers: number,
  timeout: number,
  options: { globalSetup?: string[]; isolate?: boolean; exclude?: string[] } = {},
) => ({
  define: constants,
  plugins: [shaders()],
  test: {
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

/** Projects of `npm test`. */
const PROJECTS = [
  project('unit', 0, WORKERS, 60),
  project('repro', 0, WORKERS, 60),
  // Simulations of some seconds: minutes where other work shares the cores.
  project('physics', 0, WORKERS, 300),
  // A software GPU takes every core for itself: one file at a time from here on. All share a process, a device and its pipelines: to
  // compile the kernels takes longer than most of these tests.
  project('parity', 1, 1, 120, { isolate: false, exclude: ['tests/parity/alone/**'] }),
  // They replace modules, or hide the driver.
  project('parity/alone', 1, 1, 120),
  project('browser', 2, 1, 180, { globalSetup: ['tests/environment/build-page.ts'] }),
];

/** Projects of `npm run test:slow`: whole runs and page visits, which need tens of seconds each. */
const SLOW_PROJECTS = [project('slow', 0, 1, 300, { globalSetup: ['tests/environment/build-page.ts'] })];

/** Projects of `npm run test:long`: hundreds of thousands of random queries, for minutes. */
const LONG_PROJECTS = [project('long', 0, 1, 900)];

/** Projects of `npm run test:browsers`: the built page in all browsers that are installed. */
const BROWSERS_PROJECTS = [project('browsers', 0, 1, 300, { globalSetup: ['tests/environment/build-page.ts'] })];

const MODES: Readonly<Record<string, typeof PROJECTS>> = {
  slow: SLOW_PROJECTS,
  long: LONG_PROJECTS,
  browsers: BROWSERS_PROJECTS,
};

export default defineConfig(({ mode }) => ({
  test: {
    projects: MODES[mode] ?? PROJECTS,
    // They print tables.
    disableConsoleIntercept: mode in MODES,
  },
}));
