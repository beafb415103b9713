import { dirname, join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import { vulkanDrivers } from '../../src/node/vulkan.ts';
import page from '../../vite.config.ts';

/** The tests that a device runs, the very files of tests/parity, on deno's wgpu and with the page's text of the kernels. */

// The driver is the one that the command line takes. The processes that run the tests read of it as they start, and the
// packaged one brings a loader.
if ((await vulkanDrivers().next()).value === 'packaged') {
  const folder = dirname(process.env.VK_ICD_FILENAMES!);
  process.env.LD_LIBRARY_PATH = [folder, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
}
// Else wgpu asks for EGL too, which complains where there is no screen.
if (process.platform === 'linux') process.env.DENO_WEBGPU_BACKEND ??= 'vulkan';

const MINUTE = 60_000; // [ms]

const tests = defineConfig({
  resolve: {
    alias: [{ find: /^.*\/src\/node\/dawn\.ts$/, replacement: join(import.meta.dirname, 'open-adapter.ts') }],
  },
  test: {
    name: 'wgpu',
    include: ['tests/wgpu/*.test.ts', 'tests/parity/*.test.ts'],
    // It tries Dawn's own adapters.
    exclude: ['tests/parity/no-adapter.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 2 * MINUTE,
    hookTimeout: 2 * MINUTE,
  },
});

export default mergeConfig(page, tests);
