import { dirname, join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import { vulkanDrivers } from '../../src/node/vulkan.ts';
import page from '../../vite.config.ts';

/**
 * Tests on deno's wgpu, with the page's text of the kernels. The first tier compiles every kernel, which finds nearly all that the
 * second compiler refuses. The second tier also runs the very files of tests/parity, with the cases of the first: SwiftShader has all.
 */
const hasParity = process.env.UNTANGLE_WGPU === 'parity';

// The driver is the one that the command line takes. The processes that run the tests read of it as they start, and the
// packaged one brings a loader.
if ((await vulkanDrivers().next()).value === 'packaged') {
  const folder = dirname(process.env.VK_ICD_FILENAMES!);
  process.env.LD_LIBRARY_PATH = [folder, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
}
// Else wgpu asks for EGL too, which complains where there is no screen.
if (process.platform === 'linux') process.env.DENO_WEBGPU_BACKEND ??= 'vulkan';

const MINUTE = 60_000; // [ms]

/** One process for all files, or one for each, as vitest.config.ts has it for the same files. */
const project = (name: string, include: string[], isolate: boolean) => ({
  extends: true as const,
  test: { name, include, isolate, sequence: { groupOrder: isolate ? 1 : 0 } },
});

const tests = defineConfig({
  resolve: {
    alias: [{ find: /^.*\/src\/node\/dawn\.ts$/, replacement: join(import.meta.dirname, 'open-adapter.ts') }],
  },
  test: {
    projects: [
      project('wgpu', ['tests/wgpu/*.test.ts', ...(hasParity ? ['tests/parity/*.test.ts'] : [])], false),
      ...(hasParity ? [project('wgpu/alone', ['tests/parity/alone/*.test.ts'], true)] : []),
    ],
    // It tries Dawn's own adapters.
    exclude: ['tests/parity/alone/no-adapter.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 2 * MINUTE,
    hookTimeout: 2 * MINUTE,
  },
});

export default mergeConfig(page, tests);
